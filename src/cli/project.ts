// Line about the ledger's project: whether it is new, and which others are there.
import type { ProjectNews } from "../runtime/system.ts";
import { cleanLine } from "./clean.ts";

/** Maximum of names. */
const most = 20;

const listed = (others: ProjectNews["others"]): string => {
  const names = others
    .slice(0, most)
    .map((name) => (name === null ? "one without a name" : cleanLine(name)));
  return [...names, ...(others.length > most ? ["more"] : [])].join(", ");
};

/** One line. */
export const projectLine = ({ is, name, others }: ProjectNews): string => {
  const project = name === null ? "project without a name" : `project ${cleanLine(name)}`;
  if (is === "made")
    return `the ${project} is new in that database${others.length === 0 ? "" : ` (there are besides: ${listed(others)})`}`;
  return others.length === 0
    ? `there is no ${project} in that database, nor any other: what is begun first makes it`
    : `there is no ${project} in that database; there are: ${listed(others)}. Name one by ?project=NAME, if one of them is meant`;
};
