import { IconListDetails } from '@tabler/icons-react'
import { useMemo, useRef } from 'react'
import { Virtualizer } from 'virtua'
import { type RenderedStep, readTranscript } from '#shared/domain/ticket-transcript.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { TEXT } from '../text.ts'
import styles from './Transcript.module.css'

/** Steps that are all in the page; of more only those in sight are. */
const SHORT = 60
const STEP_PX = 62

/** What was asked and answered when the ticket was raised; whatever can't be read is shown as it is. */
export function Transcript({ transcript }: { transcript: string }) {
  const read = useMemo(() => readTranscript(transcript), [transcript])
  if (read.kind === 'none' || (read.kind === 'steps' && read.steps.length === 0))
    return <EmptyState icon={<IconListDetails size={28} stroke={1.5} />} title={TEXT.noTranscript} />
  if (read.kind === 'text') {
    return (
      <div className={styles.odd}>
        <p>{TEXT.oddTranscript}</p>
        <pre>{read.text}</pre>
      </div>
    )
  }
  return <Steps steps={read.steps} />
}

function Steps({ steps }: { steps: readonly RenderedStep[] }) {
  const scroller = useRef<HTMLElement>(null)
  const one = (step: RenderedStep, place: number) => <Step key={place} step={step} place={place} />
  return (
    <section
      ref={scroller}
      className={styles.transcript}
      aria-label={`${TEXT.transcript}, ${TEXT.steps(steps.length)}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
      tabIndex={0}
    >
      {steps.length <= SHORT ? (
        <ol>
          {steps.map((step, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no id and never change places
            <li key={place}>{one(step, place)}</li>
          ))}
        </ol>
      ) : (
        <Virtualizer data={steps} as="ol" item="li" itemSize={STEP_PX} scrollRef={scroller}>
          {one}
        </Virtualizer>
      )}
    </section>
  )
}

function Step({ step, place }: { step: RenderedStep; place: number }) {
  return (
    <div className={styles.step}>
      <span className={styles.place} aria-hidden="true">
        {place + 1}
      </span>
      <div>
        <p className={styles.question}>{step.message}</p>
        <p className={styles.answer}>{step.value === '' ? TEXT.noAnswer : step.value}</p>
      </div>
    </div>
  )
}
