// A run's landings, as the places port compares them with a checkout.
import type { Site } from "../work/site.ts";
import type { LandedSpan } from "../workspace/workspace.ts";

export const spanOf = ({ base, head, delivery }: Site): LandedSpan => ({
  base: base.commit,
  head: head.commit,
  delivered: delivery,
});
