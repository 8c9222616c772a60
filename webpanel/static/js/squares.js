/** Names and places of squares. */
const FILES = "abcdefghijklmnop";

/** `e4` for file and rank counted from 0. */
export const squareName = (file, rank) => `${FILES[file]}${rank + 1}`;

/** File and rank of a name, counted from 0. */
export const squarePlace = (name) => [FILES.indexOf(name[0]), Number(name.slice(1)) - 1];

/** Sorted by file letter, then rank number. */
export function sorted(names) {
  return [...names].sort((a, b) => {
    const [fileA, rankA] = squarePlace(a);
    const [fileB, rankB] = squarePlace(b);
    return fileA - fileB || rankA - rankB;
  });
}

/** The rows of names as they are seen with the board turned `turns` quarters clockwise. */
export function seenRows(files, ranks, turns) {
  const across = turns % 2 ? ranks : files;
  const down = turns % 2 ? files : ranks;
  const at = [
    (row, column) => [column, ranks - 1 - row],
    (row, column) => [row, column],
    (row, column) => [files - 1 - column, row],
    (row, column) => [files - 1 - row, ranks - 1 - column],
  ][turns % 4];
  return Array.from({ length: down }, (_unused, row) =>
    Array.from({ length: across }, (_none, column) => squareName(...at(row, column))),
  );
}
