// Build of the program after `npm ci` and `npm i -g .` in a clone; without the tools of development it fetches, for the moment, what the build needs.
"use strict";
var childProcess = require("child_process");
var fs = require("fs");
var os = require("os");
var path = require("path");

var top = path.join(__dirname, "..");
var NEEDED = 24;
/** Neither bundled nor run by the build: two thirds of what `npm ci` fetches. */
var OF_DEVELOPMENT = [
  "@types/node",
  "@types/pg",
  "@types/react",
  "@types/react-dom",
  "@typescript/typescript6",
  "@xterm/headless",
  "axe-core",
  "fast-check",
  "knip",
  "oxfmt",
  "oxlint",
  "oxlint-tsgolint",
  "playwright-core",
  "rollup",
  "rollup-plugin-dts",
  "typescript",
];
/** What the build reads, and what decides whether it is older than they are. */
var READ = ["src", "web", "scripts", "tsconfig.json", "package.json", "package-lock.json"];

if (!isFresh()) {
  if (["esbuild", "vite"].every(isInstalled)) build(top, process.execPath);
  else buildAside();
}

function isInstalled(name) {
  return fs.existsSync(path.join(top, "node_modules", name, "package.json"));
}

function isFresh() {
  try {
    var built = fs.statSync(path.join(top, "dist", "main.cjs")).mtimeMs;
    fs.accessSync(path.join(top, "dist", "web", "index.html"));
    return READ.every(function (part) {
      return newest(path.join(top, part)) < built;
    });
  } catch {
    return false;
  }
}

function newest(file) {
  var found = fs.statSync(file);
  if (!found.isDirectory()) return found.mtimeMs;
  return fs.readdirSync(file).reduce(function (latest, name) {
    return Math.max(latest, newest(path.join(file, name)));
  }, found.mtimeMs);
}

function build(folder, node) {
  run(node, [path.join(folder, "scripts", "build.ts"), "--no-types"], folder);
}

/** In a folder of its own that is removed again: a clone that only runs the program keeps none of the tools. */
function buildAside() {
  var folder = fs.mkdtempSync(path.join(os.tmpdir(), "cairn-build-"));
  process.on("exit", function () {
    fs.rmSync(folder, { recursive: true, force: true });
  });
  READ.concat("LICENSE", ".npmrc").forEach(function (part) {
    fs.cpSync(path.join(top, part), path.join(folder, part), { recursive: true });
  });
  var isOld = Number(process.versions.node.split(".")[0]) < NEEDED;
  var left = isOld ? OF_DEVELOPMENT : OF_DEVELOPMENT.concat("pinned-node");
  without(left, path.join(folder, "package.json"), function (manifest) {
    delete manifest.scripts;
    return manifest;
  });
  without(left, path.join(folder, "package-lock.json"), function (lock) {
    return lock.packages[""];
  });
  console.error("Fetching what the build of cairn needs …");
  var npm = process.env.npm_execpath;
  var words = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
  // What the outer npm was told (--global, --omit=dev, its folder) isn't meant for this one.
  var env = {};
  Object.keys(process.env).forEach(function (name) {
    if (
      !/^npm_config_(global|prefix|local_prefix|omit|include|location|production|dry_run)/i.test(
        name,
      )
    )
      env[name] = process.env[name];
  });
  if (npm) run(process.execPath, [npm].concat(words), folder, env);
  else run("npm", words, folder, env);
  var program = isOld ? keepNode(folder) : process.execPath;
  build(folder, program);
  fs.rmSync(path.join(top, "dist"), { recursive: true, force: true });
  fs.cpSync(path.join(folder, "dist"), path.join(top, "dist"), { recursive: true });
}

function without(names, file, manifestIn) {
  var whole = JSON.parse(fs.readFileSync(file, "utf8"));
  var manifest = manifestIn(whole);
  names.forEach(function (name) {
    delete manifest.devDependencies[name];
  });
  fs.writeFileSync(file, JSON.stringify(whole, null, 2));
}

/** The launcher goes on under it where the machine's own Node is too old. */
function keepNode(folder) {
  var platform = (process.platform === "win32" ? "win" : process.platform) + "-" + process.arch;
  var name = ["node-" + platform, "node-bin-" + platform].find(function (one) {
    return fs.existsSync(path.join(folder, "node_modules", one));
  });
  if (name === undefined) {
    console.error(
      "cairn needs Node " + NEEDED + " or newer (nodejs.org); npm has none for " + platform + ".",
    );
    process.exit(1);
  }
  var kept = path.join(top, "node_modules", name);
  fs.cpSync(path.join(folder, "node_modules", name), kept, { recursive: true });
  return path.join(
    kept,
    JSON.parse(fs.readFileSync(path.join(kept, "package.json"), "utf8")).bin.node,
  );
}

function run(program, words, cwd, env) {
  var done = childProcess.spawnSync(program, words, {
    cwd: cwd,
    env: env || process.env,
    stdio: ["ignore", 2, 2],
    shell: program === "npm" && process.platform === "win32",
  });
  if (done.status === 0) return;
  console.error("The program could not be built. Try again: node scripts/prepare.cjs");
  process.exit(1);
}
