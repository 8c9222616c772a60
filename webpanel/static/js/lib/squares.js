/** Names and places of squares. */
const FILES = "abcdefghijklmnop";

/**
 * Return the name `e4` for file and rank counted from 0.
 *
 * @param {number} file
 * @param {number} rank
 */
export const squareName = (file, rank) => `${FILES[file]}${rank + 1}`;

/**
 * Return file and rank of a name, counted from 0.
 *
 * @param {string} name
 */
export const squarePlace = (name) => [FILES.indexOf(name[0]), Number(name.slice(1)) - 1];

/**
 * Sort names by file letter, then rank number.
 *
 * @param {Iterable<string>} names
 */
export function sorted(names) {
  return [...names].sort((a, b) => {
    const [fileA, rankA] = squarePlace(a);
    const [fileB, rankB] = squarePlace(b);
    return fileA - fileB || rankA - rankB;
  });
}

/**
 * Return the rows of names as they are seen with the board turned `turns` quarters clockwise.
 *
 * @param {number} files
 * @param {number} ranks
 * @param {number} turns
 */
export function seenRows(files, ranks, turns) {
  const across = turns % 2 ? ranks : files;
  const down = turns % 2 ? files : ranks;
  /** @type {((row: number, column: number) => [file: number, rank: number])[]} */
  const ways = [
    (row, column) => [column, ranks - 1 - row],
    (row, column) => [row, column],
    (row, column) => [files - 1 - column, row],
    (row, column) => [files - 1 - row, ranks - 1 - column],
  ];
  const at = ways[turns % 4];
  return Array.from({ length: down }, (_unused, row) =>
    Array.from({ length: across }, (_none, column) => squareName(...at(row, column))),
  );
}
