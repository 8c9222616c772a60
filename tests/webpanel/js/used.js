/**
 * Lists, as JSON, what the panel's scripts use of a browser (`Interface.member`, as TypeScript's libraries have it); those
 * that are written in a newer JavaScript than `node used.js EDITION` allows; and what is too new in the one for them all.
 */
import { readFileSync } from "node:fs";
import process from "node:process";
import ts from "typescript";

const { fileNames, options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile("tsconfig.json", ts.sys.readFile).config,
  ts.sys,
  process.cwd(),
);
const program = ts.createProgram(fileNames, options);
const checker = program.getTypeChecker();
const scripts = program.getSourceFiles().filter(({ fileName }) => fileName.endsWith(".js"));

/** @type {Set<string>} */
const used = new Set();
for (const script of scripts) ts.forEachChild(script, visit);

/** @param {ts.Node} node */
function visit(node) {
  if (ts.isIdentifier(node)) note(checker.getSymbolAtLocation(node));
  ts.forEachChild(node, visit);
}

/** @param {ts.Symbol | undefined} symbol */
function note(symbol) {
  for (const each of symbol?.declarations ?? []) {
    if (!/[\\/]lib\.(dom|es)[\w.]*\.d\.ts$/.test(each.getSourceFile().fileName)) continue;
    const owner = each.parent && "name" in each.parent && each.parent.name;
    used.add(owner ? `${/** @type {ts.Identifier} */ (owner).text}.${symbol?.name}` : `${symbol?.name}`);
  }
}

/**
 * A script as the compiler writes it for an edition: what that does not have is written otherwise.
 *
 * @param {string} fileName
 * @param {string} target
 */
function written(fileName, target) {
  const compilerOptions = { target: ts.ScriptTarget[/** @type {"ES2021"} */ (target)], module: ts.ModuleKind.ESNext };
  return ts.transpileModule(readFileSync(fileName, "utf-8"), { compilerOptions }).outputText;
}

/**
 * @param {string} fileName
 * @param {string} target
 */
const isNewer = (fileName, target) => written(fileName, target) !== written(fileName, "ESNext");

const names = scripts.map(({ fileName }) => fileName);
const newer = names.filter((name) => isNewer(name, process.argv[2]));
const new_to_all = names.filter((name) => name.endsWith("outdated.js") && isNewer(name, "ES5"));
console.log(JSON.stringify({ used: [...used].sort(), newer, new_to_all, scripts: scripts.length }));
