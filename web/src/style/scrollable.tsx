// Scrollable box with keyboard access.
import type { ComponentProps } from "react";

export const Scrollable = ({
  label,
  ...rest
}: ComponentProps<"div"> & { readonly label: string }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
  <div tabIndex={0} role="region" aria-label={label} {...rest} />
);
