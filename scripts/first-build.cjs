// Builds the program and its page after `npm ci` in a clone, so that `cairn` runs the build at once.
"use strict";
var childProcess = require("child_process");
var fs = require("fs");
var path = require("path");

var top = path.join(__dirname, "..");

// A production install has nothing to build it with.
if (fs.existsSync(path.join(top, "node_modules", "vite"))) {
  var build = path.join(__dirname, "build.ts");
  var done = childProcess.spawnSync(process.execPath, [build, "--no-types"], {
    cwd: top,
    stdio: ["ignore", 2, 2],
  });
  if (done.status !== 0) {
    console.error("Cairn could not be built: `npm run build` says why.");
    process.exitCode = 1;
  }
}
