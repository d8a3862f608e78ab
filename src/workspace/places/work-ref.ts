// References of the store that keep unlanded work until its run is dropped.
import type { Site } from "../places.ts";
import { workRefs } from "./refs.ts";
import { inStore, type Repository } from "./repository.ts";
import { updateRef } from "./update-ref.ts";

export const workRef = async (
  repository: Repository,
  site: Site,
  commit: string,
): Promise<void> => {
  await updateRef(inStore, repository, [`${workRefs(site)}${commit}`, commit]);
};
