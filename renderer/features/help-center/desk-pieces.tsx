import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import styles from './HelpCenter.module.css'
import { TEXT } from './text.ts'

/** The list with what stands there one place up or down. */
export function moved<T>(list: readonly T[], at: number, by: 1 | -1): T[] {
  const [one] = list.slice(at, at + 1)
  return one === undefined ? [...list] : list.toSpliced(at, 1).toSpliced(at + by, 0, one)
}

export function Remove({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
      <IconTrash size={16} stroke={1.8} />
    </ActionIcon>
  )
}

interface MoveProps {
  readonly name: string
  readonly at: number
  readonly count: number
  readonly onMove: (by: 1 | -1) => void
}

/** Up and down. */
export function Move({ name, at, count, onMove }: MoveProps) {
  return (
    <span className={styles.move}>
      {([-1, 1] as const).map((by) => (
        <ActionIcon
          key={by}
          variant="subtle"
          color="gray"
          aria-label={by < 0 ? TEXT.moveUp(name) : TEXT.moveDown(name)}
          disabled={by < 0 ? at === 0 : at === count - 1}
          onClick={() => onMove(by)}
        >
          {by < 0 ? <IconArrowUp size={16} stroke={1.8} /> : <IconArrowDown size={16} stroke={1.8} />}
        </ActionIcon>
      ))}
    </span>
  )
}

interface AddProps {
  readonly label: string
  readonly button: string
  readonly max: number
  readonly taken: readonly string[]
  readonly onAdd: (name: string) => void
}

export function Add({ label, button, max, taken, onAdd }: AddProps) {
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const isTaken = taken.some((one) => one.toLowerCase() === name.toLowerCase())
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (name === '' || isTaken) return
    onAdd(name)
    setTyped('')
  }
  return (
    <form className={styles.add} onSubmit={add}>
      <TextInput
        aria-label={label}
        placeholder={label}
        maxLength={max}
        value={typed}
        error={isTaken ? TEXT.taken : null}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button
        type="submit"
        variant="default"
        disabled={name === '' || isTaken}
        leftSection={<IconPlus size={15} stroke={1.8} aria-hidden="true" />}
      >
        {button}
      </Button>
    </form>
  )
}
