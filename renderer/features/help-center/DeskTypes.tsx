import { ActionIcon, Button, NativeSelect, Switch, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { TICKET_TYPE_MAX, TICKET_TYPES_MAX } from '#shared/domain/ticket-guide.ts'
import type { DeskPart } from './DeskClocks.tsx'
import styles from './HelpCenter.module.css'
import { TEXT } from './text.ts'

const TEAM_MAX = 100
const TEAMS_MAX = 100

/** What tickets are about, and the team that takes each. What was saved is retired, and not taken away. */
export function Types({ desk: { types, teams }, saved, isReadOnly, put }: DeskPart) {
  const change = (name: string, part: Partial<(typeof types)[number]>) =>
    put({ types: types.map((type) => (type.name === name ? { ...type, ...part } : type)) })
  const isSaved = (name: string) => saved.types.some((type) => type.name === name)
  const inUse = types.filter(({ isRetired }) => !isRetired).length
  return (
    <section aria-label={TEXT.types}>
      <h2>{TEXT.types}</h2>
      <p className={styles.lead}>{TEXT.typesLead}</p>
      <ul className={styles.deskRows}>
        {types.map(({ name, team, isRetired }) => (
          <li key={name} className={styles.typeRow} data-retired={isRetired || undefined}>
            <strong>{name}</strong>
            {isReadOnly ? (
              <span>{team === '' ? TEXT.noTeam : team}</span>
            ) : (
              <NativeSelect
                aria-label={TEXT.teamOf(name)}
                data={[{ value: '', label: TEXT.noTeam }, ...teams]}
                value={team}
                onChange={(event) => change(name, { team: event.currentTarget.value })}
              />
            )}
            {isReadOnly ? (
              <span>{isRetired ? TEXT.retired : TEXT.inUse}</span>
            ) : isSaved(name) ? (
              <Switch
                label={isRetired ? TEXT.retired : TEXT.inUse}
                aria-label={TEXT.inUseOf(name)}
                checked={!isRetired}
                // One type at least stays in use.
                disabled={!isRetired && inUse === 1}
                onChange={(event) => change(name, { isRetired: !event.currentTarget.checked })}
              />
            ) : (
              <Remove
                label={TEXT.removeOf(name)}
                onClick={() => put({ types: types.filter((type) => type.name !== name) })}
              />
            )}
          </li>
        ))}
      </ul>
      {isReadOnly || types.length >= TICKET_TYPES_MAX ? null : (
        <Add
          label={TEXT.newType}
          button={TEXT.addType}
          max={TICKET_TYPE_MAX}
          taken={types.map(({ name }) => name)}
          onAdd={(name) => put({ types: [...types, { name, team: '', isRetired: false }] })}
        />
      )}
    </section>
  )
}

/** Whom tickets go to. A type whose team goes has none until another is chosen. */
export function Teams({ desk: { types, teams }, isReadOnly, put }: DeskPart) {
  const remove = (gone: string) =>
    put({
      teams: teams.filter((team) => team !== gone),
      types: types.map((type) => (type.team === gone ? { ...type, team: '' } : type)),
    })
  return (
    <section aria-label={TEXT.teams}>
      <h2>{TEXT.teams}</h2>
      <p className={styles.lead}>{TEXT.teamsLead}</p>
      {teams.length === 0 ? <p className={styles.lead}>{TEXT.noTeams}</p> : null}
      <ul className={styles.deskRows}>
        {teams.map((team) => (
          <li key={team} className={styles.teamRow}>
            <strong>{team}</strong>
            <small>{TEXT.takes(types.filter((type) => type.team === team).map(({ name }) => name))}</small>
            {isReadOnly ? null : <Remove label={TEXT.removeOf(team)} onClick={() => remove(team)} />}
          </li>
        ))}
      </ul>
      {isReadOnly || teams.length >= TEAMS_MAX ? null : (
        <Add
          label={TEXT.newTeam}
          button={TEXT.addTeam}
          max={TEAM_MAX}
          taken={teams}
          onAdd={(team) => put({ teams: [...teams, team] })}
        />
      )}
    </section>
  )
}

function Remove({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
      <IconTrash size={16} stroke={1.8} />
    </ActionIcon>
  )
}

interface AddProps {
  readonly label: string
  readonly button: string
  readonly max: number
  readonly taken: readonly string[]
  readonly onAdd: (name: string) => void
}

function Add({ label, button, max, taken, onAdd }: AddProps) {
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
