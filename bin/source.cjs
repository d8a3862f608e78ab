#!/usr/bin/env node
// Launcher of the program from its sources, for those who work on it: no build, four times the start.
"use strict";
require("./cairn.cjs");
