// Types of a lie: claim, road, consequence and the user's message; also a row of docs/proofs/lies.md.
import type { IterativeSetting } from "./iterative-setting.ts";
import type { PlayerSetting } from "./player-setting.ts";
import type { Scene } from "./scene.ts";
import type { Setting } from "./setting.ts";

export type Lie = {
  /** What somebody does to make progress that isn't there. */
  readonly lie: string;
  /** How far the run has come when it is told. */
  readonly at: Setting | PlayerSetting | IterativeSetting;
  readonly options?: Readonly<Record<string, unknown>>;
  /** What becomes of it, for the table. */
  readonly happens: string;
  /** The sentence that the user then sees, white space made one blank; RUN, TOP, TOKEN and TIME stand for what differs from run to run. */
  readonly sees: string;
  /** Tells it, and gives back what the user saw. */
  readonly tell: (scene: Scene) => Promise<string>;
  /**
   * nothing: all that counts is as before. What else may follow from the honest part of it is checked by `tell` itself.
   * found: the record itself was changed: `verify` ends with 5 and says the sentence.
   */
  readonly counts: "nothing" | "found" | "checked";
  /** It isn't found yet, and why: `sees` is what the user is to read once it is. The test fails as soon as it is found. */
  readonly open?: string;
  /** What was written over files of the run is kept byte for byte. */
  readonly kept?: true;
  /** The one file that is not written anew. */
  readonly links?: string;
};
