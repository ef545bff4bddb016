import { Button, CloseButton } from '@mantine/core'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { finishTour } from '#shared/contract/help.ts'
import type { TourStep } from '#shared/domain/tours.ts'
import { useServices } from '../../services/context.tsx'
import type { DialogParams } from '../../services/notices/dialogs.ts'
import { type Box, cardPlace } from './place.ts'
import styles from './Tour.module.css'
import { TOUR_TEXT } from './text.ts'
import { useSpot } from './use-spot.ts'

interface TourProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly params: DialogParams['tour']
}

/** A guided tour: lights up one stop after another and says what it is. Escape ends it. */
export function Tour({ opened, onClose, params }: TourProps) {
  if (!opened) return null
  const { steps, tourID } = params
  return createPortal(
    <Stops key={steps.map(({ title }) => title).join()} steps={steps} tourID={tourID} onEnd={onClose} />,
    document.body,
  )
}

interface StopsProps {
  readonly steps: readonly TourStep[]
  readonly tourID: number | undefined
  readonly onEnd: () => void
}

function Stops({ steps, tourID, onEnd }: StopsProps) {
  const { api } = useServices()
  const [index, setIndex] = useState(0)
  const step = steps[index]
  const [layer, setLayer] = useState<HTMLElement | null>(null)
  const spot = useSpot(step?.element ?? '', layer)
  useReturnFocus()
  const go = (by: number) => {
    if (index + by >= steps.length) {
      // Whoever went to its end has seen it, whether or not that can be noted.
      if (tourID !== undefined) void api.call(finishTour, { tourID }, { quiet: true }).catch(() => {})
      onEnd()
    } else setIndex(Math.max(0, index + by))
  }
  useTourKeys({ onEnd, go })
  if (!step) return null
  return (
    <div className={styles.tour} ref={setLayer}>
      {spot ? <span className={styles.spot} style={spot} data-spot={step.element} /> : null}
      <Card
        key={index}
        step={step}
        place={TOUR_TEXT.place(index + 1, steps.length)}
        spot={spot}
        layer={layer}
        onEnd={onEnd}
        onNext={() => go(1)}
        next={index + 1 === steps.length ? TOUR_TEXT.done : TOUR_TEXT.next}
        {...(index === 0 ? {} : { onBack: () => go(-1) })}
      />
    </div>
  )
}

interface CardProps {
  readonly step: TourStep
  readonly place: string
  readonly spot: Box | null
  /** What the card is placed on. */
  readonly layer: HTMLElement | null
  readonly next: string
  readonly onNext: () => void
  readonly onBack?: () => void
  readonly onEnd: () => void
}

function Card({ step, place, spot, layer, next, onNext, onBack, onEnd }: CardProps) {
  const id = useId()
  const card = useRef<HTMLDivElement>(null)
  const nextButton = useRef<HTMLButtonElement>(null)
  const isPlaced = useRef(false)
  const [at, setAt] = useState<{ top: number; left: number } | null>(null)
  useLayoutEffect(() => {
    const size = card.current
    if (!size || !layer) return
    const page = { width: layer.offsetWidth, height: layer.offsetHeight }
    setAt(cardPlace(spot, { width: size.offsetWidth, height: size.offsetHeight }, page, step.placement))
  }, [spot, layer, step.placement])
  // Only once the card has its place: what can't be seen can't have the focus.
  useEffect(() => {
    if (!at || isPlaced.current) return
    isPlaced.current = true
    nextButton.current?.focus()
  }, [at])
  return (
    <div ref={card} data-tour-card className={styles.card} style={at ?? { visibility: 'hidden' }}>
      <section
        role="dialog"
        aria-modal="true"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
      >
        <CloseButton className={styles.close ?? ''} aria-label={TOUR_TEXT.end} onClick={onEnd} />
        <h2 id={`${id}-title`}>{step.title}</h2>
        <p id={`${id}-text`}>{step.text}</p>
        <div className={styles.steps}>
          <span className={styles.place}>{place}</span>
          {onBack ? (
            <Button size="xs" variant="default" onClick={onBack}>
              {TOUR_TEXT.back}
            </Button>
          ) : null}
          <Button size="xs" ref={nextButton} onClick={onNext}>
            {next}
          </Button>
        </div>
      </section>
    </div>
  )
}

interface TourKeys {
  readonly onEnd: () => void
  readonly go: (by: number) => void
}

/** Escape ends the tour, the arrows go through it, Tab stays in it; nothing else hears of them meanwhile. */
function useTourKeys(keys: TourKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { onEnd, go } = latest.current
      if (event.key === 'Escape') onEnd()
      else if (event.key === 'ArrowRight') go(1)
      else if (event.key === 'ArrowLeft') go(-1)
      else if (event.key === 'Tab') moveWithin(event.shiftKey ? -1 : 1)
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', press, true)
    return () => window.removeEventListener('keydown', press, true)
  }, [])
}

/** Moves the focus among the buttons of the card, round and round. */
function moveWithin(by: 1 | -1): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-tour-card] button')]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  const next = at < 0 ? buttons.length - 1 : (at + by + buttons.length) % buttons.length
  buttons[next]?.focus()
}

/** Whoever had the focus before has it again afterwards. */
function useReturnFocus(): void {
  useEffect(() => {
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
}
