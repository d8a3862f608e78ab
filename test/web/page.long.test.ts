// Every page at each width, then the stories, in a real browser and one scene; `npm run test:web` with words as a filter.
import * as faces from "./faces.ts";
import * as attacks from "./stories/attacks.ts";
import * as begin from "./stories/begin.ts";
import * as hands from "./stories/hands.ts";
import * as iterative from "./stories/iterative.ts";
import * as many from "./stories/many.ts";
import * as notices from "./stories/notices.ts";
import * as outage from "./stories/outage.ts";
import * as person from "./stories/person.ts";
import * as player from "./stories/player.ts";
import * as stigmergy from "./stories/stigmergy.ts";
import * as ultrawork from "./stories/ultrawork.ts";
import { tellParts } from "./tell-parts.ts";

tellParts({
  // First, while all runs stand as they were set.
  faces,
  person,
  ultrawork,
  player,
  iterative,
  stigmergy,
  begin,
  hands,
  attacks,
  many,
  notices,
  outage,
});
