// The way of a run's work into what its user has checked out: merge it, take the merge back, remove its branch.
import "./deliver.css";
import { useState } from "react";
import { Link, useSearchParams } from "wouter";
import type { DeliveryAhead, Shown } from "../../../../src/http/answers.ts";
import { changed } from "../../address.ts";
import { useDrop, useMerge, useUndo } from "../../api/mutations.ts";
import { useDelivery, useWorkCounts } from "../../api/queries.ts";
import { type No, noes } from "../../act/noes.ts";
import { Noes } from "../../act/fields.tsx";
import { say } from "../../act/said.ts";
import { isOver } from "../../over.ts";
import { doneNow } from "../head/head-words.ts";
import { Copy } from "../../style/copy.tsx";
import { Lines } from "../../style/lines.tsx";
import { Prose } from "../../style/prose.tsx";
import { count } from "../../words.ts";
import { mergedText, type Step, stepsOf, type Told } from "./steps.ts";

const Size = ({ shown }: { readonly shown: Shown }) => {
  const landed = useWorkCounts(shown)?.all ?? null;
  return landed === null ? null : (
    <>
      {count(landed.files, "file")} <Lines of={landed} />
    </>
  );
};

const Where = ({ shown }: { readonly shown: Shown }) => {
  const { work } = shown;
  const [search] = useSearchParams();
  if (work === undefined) return null;
  if (work.dropped)
    return <>The branch and working folders of this run were removed; its record stays.</>;
  const { merged, branch } = work;
  return (
    <>
      {merged === null
        ? "Not merged yet"
        : `${merged.whole ? "Merged" : "Merged in part"} into ${merged.branch ?? "the checkout"}`}
      :{" "}
      <Link href={`?${changed(search, { tab: "changes", node: null }).toString()}`}>
        <Size shown={shown} /> on {branch}
      </Link>{" "}
      <Copy text={branch} name="branch" />
    </>
  );
};

/** What is asked once more before it is done. */
const asks = (
  step: Step,
  { doubt }: Pick<DeliveryAhead, "doubt">,
  { branch, merged }: NonNullable<Shown["work"]>,
): string | null => {
  if (step.is === "drop")
    return `Remove ${branch} and the working folders of this run?${merged?.whole === true ? "" : " What isn't merged is lost."} Its record stays.`;
  return step.is === "merge" && doubt !== null
    ? `${doubt.text}. Merge it into ${step.into ?? "the checkout"} all the same?`
    : null;
};

export const Deliver = ({ shown }: { readonly shown: Shown }) => {
  const { run, work } = shown;
  const { data: ahead } = useDelivery(run);
  const [merge, undo, drop] = [useMerge(run), useUndo(run), useDrop(run)];
  const [sure, setSure] = useState<Step | null>(null);
  const [found, setFound] = useState<readonly No[]>([]);
  if (work === undefined || work.landed === 0 || ahead === undefined) return null;
  const busy = merge.isPending || undo.isPending || drop.isPending;
  const done = async (step: Step, isSure: boolean): Promise<Told> => {
    if (step.is === "merge")
      return mergedText(await merge.mutateAsync({ into: step.into, sure: isSure }));
    if (step.is === "undo")
      return undo.mutateAsync(step.merge).then(() => ({ text: "The merge was undone", lines: [] }));
    return drop.mutateAsync().then(() => ({ text: `${work.branch} was removed`, lines: [] }));
  };
  const act = async (step: Step): Promise<void> => {
    if (busy) return;
    if (sure === null && asks(step, ahead, work) !== null) return setSure(step);
    setSure(null);
    try {
      const told = await done(step, sure !== null);
      setFound([]);
      say({ tone: "good", ...told });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      setFound(noes(error, []));
    }
  };
  const steps = stepsOf(work, ahead, isOver(shown));
  return (
    <section className="deliver" aria-label="Deliver">
      <p>
        <Where shown={shown} />
        {isOver(shown) ? null : (
          <span className="dim"> · the run isn’t over: {doneNow(shown)}</span>
        )}
      </p>
      {sure === null ? (
        <div className="row">
          {steps.map((step) => (
            <button
              key={step.is}
              type="button"
              title={step.means}
              className={step.look}
              aria-disabled={busy}
              onClick={() => void act(step)}
            >
              {step.label}
            </button>
          ))}
        </div>
      ) : (
        <div className="once-more" role="alert">
          <p>
            <Prose text={asks(sure, ahead, work) ?? ""} />
          </p>
          <div className="row">
            <button type="button" className={sure.look} onClick={() => void act(sure)}>
              {sure.label.replace(/ …$/u, "")}
            </button>
            <button type="button" className="plain" onClick={() => setSure(null)}>
              No
            </button>
          </div>
        </div>
      )}
      <div role="alert">
        <Noes noes={found} />
      </div>
    </section>
  );
};
