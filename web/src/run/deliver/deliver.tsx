// Delivery of a run's work to the user's checkout: merge, undo, branch removal.
import "./deliver.css";
import { useState } from "react";
import { Link } from "wouter";
import type { DeliveryAhead, RunAnswer } from "../../../../src/http/answers.ts";
import { FieldErrors } from "../../act/labelled.tsx";
import { showToast } from "../../style/toast-store.ts";
import { useRequest } from "../../act/use-request.ts";
import { useAddress } from "../../address.ts";
import { useDeliver } from "../../api/mutations.ts";
import { useDelivery, useWorkCounts } from "../../api/queries.ts";
import { isOver } from "../../../../src/core/over.ts";
import { useKey } from "../../keys.ts";
import { Copy } from "../../style/copy.tsx";
import { Lines } from "../../style/lines.tsx";
import { Prose } from "../../style/prose.tsx";
import { howMany } from "../../../../src/core/words/how-many.ts";
import { doneNow } from "../head/head-words.ts";
import { reportOf, type Step, stepsOf } from "./steps.ts";

const Size = ({ shown }: { readonly shown: RunAnswer }) => {
  const landed = useWorkCounts(shown)?.all ?? null;
  return landed === null ? null : (
    <>
      {howMany(landed.files, "file")} <Lines of={landed} />
    </>
  );
};

const Where = ({ shown }: { readonly shown: RunAnswer }) => {
  const { work } = shown;
  const { link } = useAddress();
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
      <Link href={link({ tab: "changes", node: null })}>
        <Size shown={shown} /> on {branch}
      </Link>{" "}
      <Copy text={branch} name="branch" />
    </>
  );
};

/** The confirmation before a step; null: none. */
const questionOf = (
  step: Step,
  { doubt }: Pick<DeliveryAhead, "doubt">,
  { branch, merged }: NonNullable<RunAnswer["work"]>,
): string | null => {
  if (step.is === "drop")
    return `Remove ${branch} and the working folders of this run?${merged?.whole === true ? "" : " What isn't merged is lost."} Its record stays.`;
  return step.is === "merge" && doubt !== null
    ? `${doubt.text}. Merge it into ${step.into ?? "the checkout"} all the same?`
    : null;
};

const focus = (button: HTMLButtonElement | null): void => button?.focus();

type SureProps = {
  readonly step: Step;
  readonly question: string;
  readonly busy: boolean;
  readonly onYes: () => void;
  readonly onNo: () => void;
};

/** The focus goes to its “No”. */
const Sure = ({ step: { look, label }, question, busy, onYes, onNo }: SureProps) => (
  <div className="once-more" role="alert">
    <Prose text={question} />
    <button type="button" className={look} aria-disabled={busy} onClick={onYes}>
      {label.replace(/ …$/u, "")}
    </button>
    <button ref={focus} type="button" className="plain" onClick={onNo}>
      No
    </button>
  </div>
);

type OfferProps = {
  readonly shown: RunAnswer;
  readonly work: NonNullable<RunAnswer["work"]>;
  readonly ahead: DeliveryAhead;
};

const Offer = ({ shown, work, ahead }: OfferProps) => {
  const { ask, errors, busy } = useRequest(useDeliver(shown.run));
  const [confirming, setConfirming] = useState<Step | null>(null);
  const { link } = useAddress();
  const bent = (shown.bent ?? []).length > 0;
  const steps = stepsOf(work, ahead, isOver(shown.life), bent);
  const take = async (step: Step, sure: boolean): Promise<void> => {
    const answer = await ask(step.is === "merge" ? { ...step, sure } : step);
    if (answer !== null) showToast({ tone: "good", ...reportOf(step, answer, work.branch) });
  };
  const press = (step: Step, sure: boolean): void => {
    if (busy) return;
    const asks = !sure && questionOf(step, ahead, work) !== null;
    setConfirming(asks ? step : null);
    if (!asks) void take(step, sure);
  };
  const merge = steps.find(({ is }) => is === "merge");
  useKey("merge", () => (merge === undefined ? undefined : press(merge, false)));
  return (
    <section className="deliver" aria-label="Deliver">
      <p>
        <Where shown={shown} />
        {isOver(shown.life) ? null : (
          <span className="dim"> · the run isn’t over: {doneNow(shown)}</span>
        )}
      </p>
      {confirming === null ? (
        <div className="row">
          {bent && merge !== undefined ? (
            <Link className="button first" href={link({ tab: "changes", node: null })}>
              Look at the changes
            </Link>
          ) : null}
          {steps.map((step) => (
            <button
              key={step.is}
              type="button"
              title={step.means}
              className={step.look}
              aria-disabled={busy}
              onClick={() => press(step, false)}
            >
              {step.label}
            </button>
          ))}
        </div>
      ) : (
        <Sure
          step={confirming}
          question={questionOf(confirming, ahead, work) ?? ""}
          busy={busy}
          onYes={() => press(confirming, true)}
          onNo={() => setConfirming(null)}
        />
      )}
      <div role="alert">
        <FieldErrors errors={errors} />
      </div>
    </section>
  );
};

export const Deliver = ({ shown }: { readonly shown: RunAnswer }) => {
  const { run, work } = shown;
  const { data: ahead } = useDelivery(run);
  return work === undefined || work.landed === 0 || ahead === undefined ? null : (
    <Offer shown={shown} work={work} ahead={ahead} />
  );
};
