// Every page at each width, light and dark, in a real browser.
import * as faces from "./faces.ts";
import { tellParts } from "./tell-parts.ts";

tellParts({ faces });
