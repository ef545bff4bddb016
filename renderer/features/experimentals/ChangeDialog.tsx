import { Button, Checkbox, Modal, SegmentedControl, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import { type Experimental, saveExperimental } from '#shared/contract/experimentals.ts'
import { EXPERIMENTAL_STATES, type ExperimentalState } from '#shared/domain/experimentals.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { useCloseOrAsk } from '../../services/notices/use-close-or-ask.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { PersonSelect } from '../../ui/PersonSelect.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Experimentals.module.css'
import { TEXT } from './text.ts'

type Named = Experimental['roles'][number]

interface ChangeDialogProps {
  readonly one: Experimental
  readonly roles: readonly Named[]
  readonly areas: readonly Named[]
  readonly onClose: () => void
  readonly onSaved: () => void
}

const STATES = Object.entries(EXPERIMENTAL_STATES).map(([value, label]) => ({
  value: value as ExperimentalState,
  label,
}))
const ids = (list: readonly Named[]) => list.map(({ id }) => id)

/** For whom an experimental is: people, roles, areas and a share, until when, and who looks after it. */
export function ChangeDialog({ one, roles, areas, onClose, onSaved }: ChangeDialogProps) {
  const { close, onChange } = useCloseOrAsk(onClose)
  const { api, notices } = useServices()
  const stateLabel = useId()
  const [state, setState] = useState(one.state)
  const [people, setPeople] = useState<readonly Named[]>(one.people)
  const [roleIDs, setRoles] = useState<readonly number[]>(ids(one.roles))
  const [areaIDs, setAreas] = useState<readonly number[]>(ids(one.areas))
  const [percent, setPercent] = useState(String(one.percent))
  const [endsOn, setEndsOn] = useState(one.endsOn ?? '')
  const [owner, setOwner] = useState<Named | null>(one.owner)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const share = /^\d{1,3}$/.test(percent.trim()) ? Number(percent) : Number.NaN
  const isShare = share >= 0 && share <= 100
  const isNobody = people.length + roleIDs.length + areaIDs.length === 0 && share === 0
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || !isShare) return
    setBusy(true)
    setProblem(null)
    try {
      await api.call(
        saveExperimental,
        {
          ...{ key: one.key, version: one.version, state, percent: share },
          ...{ people: ids(people), roles: [...roleIDs], areas: [...areaIDs] },
          ...{ endsOn: endsOn === '' ? null : endsOn, ownerID: owner?.id ?? null },
        },
        { quiet: true },
      )
      notices.show('success', TEXT.saved(one.name))
      onSaved()
      onClose()
    } catch (error) {
      setProblem(refusalOf(error))
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={() => void close()}
      title={TEXT.changeOf(one.name)}
      size={620}
      closeOnClickOutside={false}
    >
      <form className={styles.form} onChange={onChange} onSubmit={(event) => void submit(event)} noValidate>
        <div className={styles.field}>
          <span id={stateLabel}>{TEXT.state}</span>
          <SegmentedControl
            data-autofocus
            aria-labelledby={stateLabel}
            value={state}
            data={STATES}
            onChange={setState}
          />
        </div>
        {state === 'TARGETED' ? (
          <>
            <People people={people} onChange={setPeople} />
            <Choices label={TEXT.roles} options={roles} chosen={roleIDs} onChange={setRoles} />
            <Choices label={TEXT.areas} options={areas} chosen={areaIDs} onChange={setAreas} />
            <TextInput
              label={TEXT.percent}
              description={TEXT.percentHint}
              inputMode="numeric"
              maxLength={3}
              value={percent}
              error={isShare ? null : TEXT.percentWrong}
              onChange={(event) => setPercent(event.currentTarget.value)}
            />
            {isNobody ? <p className={styles.small}>{TEXT.targetedNobody}</p> : null}
          </>
        ) : null}
        <TextInput
          type="date"
          label={TEXT.endsOn}
          description={TEXT.endHint}
          value={endsOn}
          onChange={(event) => setEndsOn(event.currentTarget.value)}
        />
        <PersonSelect label={TEXT.owner} value={owner} onChange={setOwner} />
        <Problem>{problem}</Problem>
        <FormActions>
          <Button variant="default" onClick={() => void close()}>
            {TEXT.cancel}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!isShare}>
            {TEXT.save}
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}

interface PeopleProps {
  readonly people: readonly Named[]
  readonly onChange: (people: readonly Named[]) => void
}

function People({ people, onChange }: PeopleProps) {
  return (
    <div className={styles.field}>
      <PersonSelect
        label={TEXT.addPerson}
        value={null}
        onChange={(found) => {
          if (found && !people.some(({ id }) => id === found.id))
            onChange([...people, { id: found.id, name: found.name }])
        }}
      />
      {people.length === 0 ? null : (
        <ul className={styles.chips} aria-label={TEXT.people}>
          {people.map(({ id, name }) => (
            <li key={id}>
              {name}
              <button
                type="button"
                aria-label={TEXT.remove(name)}
                onClick={() => onChange(people.filter((person) => person.id !== id))}
              >
                <IconX size={14} stroke={2} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface ChoicesProps {
  readonly label: string
  readonly options: readonly Named[]
  readonly chosen: readonly number[]
  readonly onChange: (chosen: readonly number[]) => void
}

function Choices({ label, options, chosen, onChange }: ChoicesProps) {
  if (options.length === 0) return null
  return (
    <fieldset className={styles.choices}>
      <legend>{label}</legend>
      {options.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={chosen.includes(id)}
          onChange={(event) =>
            onChange(event.currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
          }
        />
      ))}
    </fieldset>
  )
}
