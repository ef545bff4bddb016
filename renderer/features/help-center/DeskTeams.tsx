import { Button, CloseButton } from '@mantine/core'
import { useState } from 'react'
import { saveTeamMember, type TicketDesk } from '#shared/contract/help-center.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { PersonSelect } from '../../ui/PersonSelect.tsx'
import { Problem } from '../../ui/Problem.tsx'
import type { DeskPart } from './DeskClocks.tsx'
import { Add, Remove } from './desk-pieces.tsx'
import styles from './HelpCenter.module.css'
import { TEXT } from './text.ts'

const TEAM_MAX = 100
const TEAMS_MAX = 100

interface TeamsProps extends DeskPart {
  /** As it is kept: who is in a team changes at once, without the form. */
  readonly kept: TicketDesk
  readonly onMembers: (desk: TicketDesk) => void
}

/** Whom tickets go to, and who is told. A type whose team goes has none until another is chosen. */
export function Teams({ desk: { types, teams }, isReadOnly, put, kept, onMembers }: TeamsProps) {
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
          <TeamRow
            key={team}
            team={team}
            takes={types.filter((type) => type.team === team).map(({ name }) => name)}
            // What isn't saved has nobody in it.
            people={
              kept.teams.includes(team) ? (kept.members.find((one) => one.team === team)?.people ?? []) : null
            }
            isReadOnly={isReadOnly}
            onMembers={onMembers}
            onRemove={() => remove(team)}
          />
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

type People = TicketDesk['members'][number]['people']

interface TeamRowProps {
  readonly team: string
  readonly takes: readonly string[]
  readonly people: People | null
  readonly isReadOnly: boolean
  readonly onMembers: (desk: TicketDesk) => void
  readonly onRemove: () => void
}

function TeamRow({ team, takes, people, isReadOnly, onMembers, onRemove }: TeamRowProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li className={styles.teamRow}>
      <strong>{team}</strong>
      <small>{TEXT.takes(takes)}</small>
      {people === null ? (
        <small>{TEXT.saveFirst}</small>
      ) : (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-label={TEXT.membersButton(people.length, team)}
          onClick={() => setOpen(!isOpen)}
        >
          {TEXT.memberCount(people.length)}
        </Button>
      )}
      {isReadOnly ? null : <Remove label={TEXT.removeOf(team)} onClick={onRemove} />}
      {isOpen && people !== null ? (
        <Members team={team} people={people} isReadOnly={isReadOnly} onMembers={onMembers} />
      ) : null}
    </li>
  )
}

interface MembersProps extends Pick<TeamRowProps, 'team' | 'isReadOnly' | 'onMembers'> {
  readonly people: People
}

/** Who is in a team; adding and taking out hold at once. */
function Members({ team, people, isReadOnly, onMembers }: MembersProps) {
  const { api } = useServices()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const save = async (userID: number, isMember: boolean) => {
    setBusy(true)
    setProblem(null)
    try {
      onMembers(await api.call(saveTeamMember, { team, userID, isMember }, { quiet: true }))
    } catch (failure) {
      setProblem(refusalOf(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={styles.members} aria-label={TEXT.membersOf(team)}>
      <p className={styles.hint}>{people.length === 0 ? TEXT.noMembers : TEXT.membersLead}</p>
      <ul>
        {people.map(({ userID, displayName }) => (
          <li key={userID}>
            {displayName}
            {isReadOnly ? null : (
              <CloseButton
                size="sm"
                disabled={isBusy}
                aria-label={TEXT.takeOut(displayName, team)}
                onClick={() => void save(userID, false)}
              />
            )}
          </li>
        ))}
      </ul>
      {isReadOnly ? null : (
        <div className={styles.pick}>
          <PersonSelect
            key={people.length}
            label={TEXT.addMember}
            value={null}
            disabled={isBusy}
            onChange={(person) => person && void save(person.id, true)}
          />
        </div>
      )}
      <Problem>{problem}</Problem>
    </section>
  )
}
