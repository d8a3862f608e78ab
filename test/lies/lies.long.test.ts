// Lies through files, commands, reports, the tree, the environment, the database and exports.
import { tellLies } from "./tell.ts";

tellLies(false);
