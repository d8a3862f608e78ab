// The whole mutation corpus: `check`, the published schemas and `adopt` must agree on every mutation of every document.
import { agreement } from "./agreement.ts";

agreement(1);
