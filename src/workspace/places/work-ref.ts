// References of the store: they keep what isn't landed until its run is dropped.
import { runName } from "../anchors.ts";
import type { Site } from "../places.ts";
import { inStore, type Repository } from "./repository.ts";

export const workRefs = ({ run }: Pick<Site, "run">): string => `refs/work/${runName(run)}/`;

export const workRef = async (repository: Repository, site: Site, commit: string): Promise<void> => {
  await inStore(repository, ["update-ref", `${workRefs(site)}${commit}`, commit]);
};
