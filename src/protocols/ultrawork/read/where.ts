// Home, team and session of an ultrawork run, from its folder's path.
import type { Source } from "../../../core/dialect.ts";
import { type Refusal, refuse } from "../../../core/refusal.ts";

export type Where = { readonly home: string; readonly team: string; readonly session: string };

/** Refusal: PLACE_UNFIT. */
export const whereOf = ({ folder, userHome }: Source): Where | Refusal => {
  const [, home, team, kind, session] = /^(.*)\/([^/]+)\/([^/]+)\/([^/]+)$/u.exec(folder) ?? [];
  if (
    home === undefined ||
    team === undefined ||
    session === undefined ||
    home === "" ||
    kind !== "sessions"
  )
    return refuse(
      "PLACE_UNFIT",
      kind === "archive"
        ? "the folder lies in an archive, and only a run moves there"
        : "the folder doesn't lie where session folders do",
      { path: folder, fits: "HOME/TEAM/sessions/NAME: put it there, then adopt it from there" },
    );
  const below = userHome !== "/" && home.startsWith(`${userHome}/`);
  return {
    home: below ? `~${home.slice(userHome.length)}` : home === userHome ? "~" : home,
    team,
    session,
  };
};
