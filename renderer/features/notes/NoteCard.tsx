import { Popover, UnstyledButton } from '@mantine/core'
import { IconGripHorizontal, IconPalette, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { StickyNote } from '#shared/contract/notes.ts'
import { NOTE_COLOURS, NOTE_LIMITS, type NoteColour } from '#shared/domain/notes.ts'
import styles from './Notes.module.css'
import type { NotesStore } from './notes-store.ts'
import { NOTES_TEXT } from './text.ts'
import { useDrag } from './use-drag.ts'

/** How far an arrow key moves a note, as a share of the board; with Shift further. */
const STEP = 0.02
const LONG_STEP = 0.1

const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const within = (share: number): number => Math.min(1, Math.max(0, share))

interface CardProps {
  readonly note: StickyNote
  readonly z: number
  /** Just made: what is typed next is for it. */
  readonly isNew: boolean
  readonly board: NotesStore
}

/** One note: its handle moves it by pointer or keys, its text is written in place. */
export function NoteCard({ note, z, isNew, board }: CardProps) {
  const { id, text, colour, x, y } = note
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isNew) field.current?.focus()
  }, [isNew])
  const drag = useDrag((place) => board.change(id, place))
  const moveByKey = (event: KeyboardEvent) => {
    const direction = DIRECTIONS[event.key]
    if (!direction) return
    event.preventDefault()
    const step = event.shiftKey ? LONG_STEP : STEP
    board.change(id, { x: within(x + direction[0] * step), y: within(y + direction[1] * step) })
  }
  return (
    <li
      className={styles.note}
      data-colour={colour}
      style={{
        left: `calc((100% - var(--note)) * ${x})`,
        top: `calc((100% - var(--note)) * ${y})`,
        zIndex: z,
      }}
    >
      <div className={styles.head}>
        <button
          type="button"
          className={styles.handle}
          aria-label={`${NOTES_TEXT.move}: ${text.slice(0, 40)}`}
          title={NOTES_TEXT.moveHelp}
          onKeyDown={moveByKey}
          {...drag}
          onPointerDown={(event) => {
            board.raise(id)
            drag.onPointerDown(event)
          }}
        >
          <IconGripHorizontal size={16} aria-hidden="true" />
        </button>
        <ColourButton colour={colour} onPick={(picked) => board.change(id, { colour: picked })} />
        <UnstyledButton
          className={styles.tool}
          aria-label={NOTES_TEXT.delete}
          onClick={() => void board.remove(id)}
        >
          <IconTrash size={15} aria-hidden="true" />
        </UnstyledButton>
      </div>
      <textarea
        ref={field}
        className={styles.text}
        aria-label={NOTES_TEXT.text}
        placeholder={NOTES_TEXT.placeholder}
        maxLength={NOTE_LIMITS.text}
        value={text}
        onChange={(event) => board.change(id, { text: event.currentTarget.value })}
      />
    </li>
  )
}

function ColourButton({ colour, onPick }: { colour: NoteColour; onPick: (colour: NoteColour) => void }) {
  return (
    <Popover position="bottom" shadow="md" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={styles.tool} aria-label={NOTES_TEXT.colour}>
          <IconPalette size={15} aria-hidden="true" />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.colours ?? ''}>
        {NOTE_COLOURS.map((one) => (
          <UnstyledButton
            key={one}
            className={styles.swatch}
            data-colour={one}
            aria-label={NOTES_TEXT.colours[one]}
            aria-pressed={one === colour}
            onClick={() => onPick(one)}
          />
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}
