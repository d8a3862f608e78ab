// Parts of the page whose code is loaded on first use.
import { type ComponentType, useEffect, useReducer, useState } from "react";
import { Trouble } from "./trouble.tsx";

export type Late<P> = {
  readonly Part: ComponentType<P>;
  /** Loads ahead of its first use. */
  readonly load: () => void;
};

/**
 * React's own `lazy` would hide loaded content for another 0.3 s, and unmount the page on failure.
 * @param load its code
 * @param Meanwhile shown until it is loaded
 */
export const late = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  Meanwhile: ComponentType<P>,
): Late<P> => {
  let Loaded: ComponentType<P> | null = null;
  const come = async (): Promise<void> => {
    Loaded ??= await load();
  };
  const Part = (props: P) => {
    const [, draw] = useReducer((times: number) => times + 1, 0);
    const [failed, setFailed] = useState<Error | null>(null);
    useEffect(() => {
      if (Loaded !== null) return undefined;
      let shown = true;
      come().then(
        () => (shown ? draw() : undefined),
        () =>
          shown
            ? setFailed(new Error("This part of the page can't be loaded. Reload the page."))
            : undefined,
      );
      return () => void (shown = false);
    }, []);
    if (Loaded !== null) return <Loaded {...props} />;
    return failed === null ? <Meanwhile {...props} /> : <Trouble error={failed} />;
  };
  return { Part, load: () => void come().catch(() => undefined) };
};
