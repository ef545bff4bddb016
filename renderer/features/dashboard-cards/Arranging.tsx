import { ActionIcon, Button } from '@mantine/core'
import {
  IconArrowAutofitWidth,
  IconArrowLeft,
  IconArrowRight,
  IconEyeOff,
  IconGripVertical,
} from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import type { DashboardCard, PlacedCard } from '#shared/domain/dashboard.ts'
import styles from './Arranging.module.css'
import { ARRANGE as TEXT } from './text.ts'

interface ArrangingProps {
  readonly cards: readonly PlacedCard[]
  readonly titleOf: (card: DashboardCard) => string
  readonly className: string
  readonly onChange: (cards: readonly PlacedCard[]) => void
  readonly onReset: () => void
  readonly onDone: () => void
  /** A card as it stands, with its tools in its head. */
  readonly render: (card: PlacedCard, tools: ReactNode) => ReactNode
}

/** Moves a card among those that show; hidden ones keep their places behind it. */
function moved(cards: readonly PlacedCard[], name: DashboardCard, to: number): PlacedCard[] {
  const card = cards.find((one) => one.name === name)
  const shown = cards.filter((one) => !one.isHidden && one.name !== name)
  if (!card) return [...cards]
  const place = Math.max(0, Math.min(shown.length, to))
  return [...shown.slice(0, place), card, ...shown.slice(place), ...cards.filter((one) => one.isHidden)]
}

/** 'Customise': cards are moved, widened and hidden by pointer and by keys (spec 4 §4.1, §1.9). */
export function Arranging({ cards, titleOf, className, onChange, onReset, onDone, render }: ArrangingProps) {
  const [taken, setTaken] = useState<{ name: DashboardCard; before: readonly PlacedCard[] } | null>(null)
  const [dragged, setDragged] = useState<DashboardCard | null>(null)
  /** Whose place a dragged card takes once it is let go. */
  const [over, setOver] = useState<DashboardCard | null>(null)
  const [said, setSaid] = useState('')
  const letGo = () => {
    setDragged(null)
    setOver(null)
  }
  const shown = cards.filter(({ isHidden }) => !isHidden)
  /** The card that lies there, whatever lies over it. */
  const cardAt = (x: number, y: number) => {
    const slot = document
      .elementsFromPoint(x, y)
      .find((one) => one instanceof HTMLElement && one.dataset.place)
    return shown.find(({ name }) => name === (slot as HTMLElement | undefined)?.dataset.place)?.name ?? null
  }
  const hidden = cards.filter(({ isHidden }) => isHidden)
  const placeOf = (name: DashboardCard) => shown.findIndex((one) => one.name === name)
  const move = (name: DashboardCard, by: number) => {
    const to = Math.max(0, Math.min(shown.length - 1, placeOf(name) + by))
    if (to === placeOf(name)) return
    onChange(moved(cards, name, to))
    setSaid(TEXT.moved(titleOf(name), to + 1, shown.length))
  }
  const change = (name: DashboardCard, next: Partial<PlacedCard>) =>
    onChange(cards.map((one) => (one.name === name ? { ...one, ...next } : one)))

  const press = (name: DashboardCard) => (event: KeyboardEvent) => {
    const isTaken = taken?.name === name
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key]
    if (event.key === ' ' && !isTaken) {
      setTaken({ name, before: cards })
      setSaid(TEXT.taken(titleOf(name), placeOf(name) + 1, shown.length))
    } else if (isTaken && (event.key === 'Enter' || event.key === ' ')) {
      setTaken(null)
      setSaid(TEXT.put(titleOf(name), placeOf(name) + 1))
    } else if (isTaken && event.key === 'Escape') {
      onChange(taken.before)
      setTaken(null)
      setSaid(TEXT.back(titleOf(name)))
    } else if (isTaken && step !== undefined) move(name, step)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const tools = ({ name, isWide }: PlacedCard) => {
    const title = titleOf(name)
    return (
      <span className={styles.tools}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={TEXT.earlier(title)}
          disabled={placeOf(name) === 0}
          onClick={() => move(name, -1)}
        >
          <IconArrowLeft size={16} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={TEXT.later(title)}
          disabled={placeOf(name) === shown.length - 1}
          onClick={() => move(name, 1)}
        >
          <IconArrowRight size={16} />
        </ActionIcon>
        <ActionIcon
          className={styles.widen ?? ''}
          variant={isWide ? 'light' : 'subtle'}
          color={isWide ? 'blue' : 'gray'}
          aria-label={TEXT.wide(title)}
          aria-pressed={isWide}
          onClick={() => change(name, { isWide: !isWide })}
        >
          <IconArrowAutofitWidth size={16} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={TEXT.hide(title)}
          onClick={() => change(name, { isHidden: true })}
        >
          <IconEyeOff size={16} />
        </ActionIcon>
        <ActionIcon
          className={styles.handle ?? ''}
          variant={taken?.name === name ? 'filled' : 'subtle'}
          color={taken?.name === name ? 'blue' : 'gray'}
          aria-label={TEXT.move(title)}
          aria-pressed={taken?.name === name}
          onKeyDown={press(name)}
          onBlur={() => setTaken((now) => (now?.name === name ? null : now))}
          onPointerDown={(event) => {
            if (event.button !== 0) return
            event.currentTarget.setPointerCapture(event.pointerId)
            setDragged(name)
          }}
          onPointerMove={(event) => {
            if (dragged === name) setOver(cardAt(event.clientX, event.clientY))
          }}
          onPointerUp={() => {
            // Not before: cards that move under the pointer would take each other's places again.
            if (dragged === name && over !== null && over !== name) move(name, placeOf(over) - placeOf(name))
            letGo()
          }}
          onPointerCancel={letGo}
        >
          <IconGripVertical size={16} />
        </ActionIcon>
      </span>
    )
  }

  return (
    <>
      <div className={styles.bar}>
        <p>{TEXT.lead}</p>
        <Button size="xs" variant="default" onClick={onReset}>
          {TEXT.reset}
        </Button>
        <Button size="xs" onClick={onDone}>
          {TEXT.done}
        </Button>
      </div>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <div className={className}>
        {shown.map((card) => (
          <div
            key={card.name}
            className={styles.slot}
            data-place={card.name}
            data-wide={card.isWide || undefined}
            data-dragged={dragged === card.name || undefined}
            data-over={(dragged !== null && over === card.name && dragged !== card.name) || undefined}
          >
            {render(card, tools(card))}
          </div>
        ))}
      </div>
      {hidden.length > 0 ? (
        <section className={styles.hidden} aria-label={TEXT.hidden}>
          <h3>{TEXT.hidden}</h3>
          {hidden.map(({ name }) => (
            <Button
              key={name}
              size="xs"
              variant="default"
              aria-label={TEXT.show(titleOf(name))}
              onClick={() => change(name, { isHidden: false })}
            >
              {titleOf(name)}
            </Button>
          ))}
        </section>
      ) : null}
    </>
  )
}
