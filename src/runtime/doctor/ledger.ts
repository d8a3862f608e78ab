// Doctor kinds of the ledger: no durability, run gone.
import { goneRuns } from "../verify/gone.ts";
import { problem, type Symptom, type WholeKind } from "./kind.ts";

export const ledgerUndurable: WholeKind = {
  kind: "ledger-undurable",
  async look({ parts: { engine } }) {
    const off = (await engine.ledger.undurable?.()) ?? [];
    return off.map((setting): Symptom =>
      problem(
        setting,
        `the ledger's server runs with ${setting} = off: what it acknowledged may be gone when its machine loses power`,
        `set ${setting} to on in the server's configuration and start it anew`,
      ),
    );
  },
};

/** Otherwise a removed ledger would look like a healthy empty one. */
export const runGone: WholeKind = {
  kind: "run-gone",
  async look({ cards, parts: { engine } }) {
    const gone = (await goneRuns(engine, cards)).filter(({ code }) => code === "RUN_GONE");
    return gone.map(({ run, text, fits }): Symptom =>
      problem(run ?? "", `run ${run ?? ""}: ${text}`, fits),
    );
  },
};
