import { Button, Checkbox, Modal, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import {
  ALERT_MINUTES_MAX,
  ALERT_NAME_MAX,
  ALERT_RULES_MAX,
  type AlertRule,
  type AlertWhom,
  isSupplied,
} from '#shared/domain/live-alerts.ts'
import type { RecordFilter } from '#shared/domain/records.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { COLUMNS } from './columns.ts'
import styles from './LivePanel.module.css'
import type { LivePeople } from './live-people.ts'
import { ALERT_TEXT as TEXT } from './text.ts'

interface AlertRulesProps {
  readonly rules: readonly AlertRule[]
  readonly people: LivePeople
  readonly filters: readonly RecordFilter[]
  readonly onSave: (rules: readonly AlertRule[]) => Promise<void>
  readonly onClose: () => void
}

/** What a rule asks of its column, in words. */
export function conditionWords({ field, operator, values }: RecordFilter): string {
  const column = COLUMNS[field]
  const label = column?.label ?? field
  const [first = '', second = ''] = values
  const words = values.map((value) => column?.choices?.[value] ?? value)
  switch (operator) {
    case 'ANY_OF':
      return TEXT.is(label, words.join(', '))
    case 'BETWEEN':
      return first === '' ? TEXT.atMost(label, second) : TEXT.atLeast(label, first)
    case 'CONTAINS':
      return TEXT.contains(label, first)
    case 'IS_EMPTY':
      return TEXT.isEmpty(label)
    default:
      return TEXT.is(label, column?.kind === 'yesNo' ? (first === 'true' ? TEXT.yes : TEXT.no) : first)
  }
}

function whomWords(whom: AlertWhom): string {
  if (whom.kind === 'PROJECT') return TEXT.onProject(whom.project)
  return whom.kind === 'ALL' ? TEXT.everybody : whom.name
}

/** The viewer's alert rules: which are on and which sound, and own ones on any column (spec 4 §4.4.1). */
export function AlertRules({ rules, people, filters, onSave, onClose }: AlertRulesProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const save = async (next: readonly AlertRule[]) => {
    setBusy(true)
    setProblem(null)
    try {
      await onSave(next)
      return true
    } catch (error) {
      setProblem(refusalOf(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  const change = (id: string, more: Partial<AlertRule>) =>
    void save(rules.map((rule) => (rule.id === id ? { ...rule, ...more } : rule)))
  return (
    <Modal opened onClose={onClose} title={TEXT.rulesTitle} size="lg">
      <ul className={styles.rules}>
        {rules.map((rule) => (
          <li key={rule.id}>
            <Checkbox
              label={rule.name}
              description={[
                isSupplied(rule.id) ? null : conditionWords(rule.when),
                rule.forMinutes > 0 && !isSupplied(rule.id) ? TEXT.forMinutes(rule.forMinutes) : null,
                rule.whom.kind === 'ALL' ? null : whomWords(rule.whom),
              ]
                .filter(Boolean)
                .join(' · ')}
              checked={rule.isOn}
              disabled={isBusy}
              onChange={() => change(rule.id, { isOn: !rule.isOn })}
            />
            <Checkbox
              size="xs"
              label={TEXT.sound}
              aria-label={TEXT.soundOf(rule.name)}
              checked={rule.hasSound}
              disabled={isBusy}
              onChange={() => change(rule.id, { hasSound: !rule.hasSound })}
            />
            {isSupplied(rule.id) ? null : (
              <Button
                size="compact-xs"
                variant="subtle"
                color="red"
                disabled={isBusy}
                aria-label={TEXT.removeOf(rule.name)}
                onClick={() => void save(rules.filter(({ id }) => id !== rule.id))}
              >
                {TEXT.remove}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Problem>{problem}</Problem>
      {rules.length >= ALERT_RULES_MAX ? (
        <p>{TEXT.full(ALERT_RULES_MAX)}</p>
      ) : (
        <NewRule
          key={rules.length}
          people={people}
          filters={filters}
          isBusy={isBusy}
          onAdd={(rule) => save([...rules, rule])}
        />
      )}
    </Modal>
  )
}

interface NewRuleProps {
  readonly people: LivePeople
  readonly filters: readonly RecordFilter[]
  readonly isBusy: boolean
  readonly onAdd: (rule: AlertRule) => Promise<boolean>
}

const FIELDS = Object.entries(COLUMNS).flatMap(([value, column]) =>
  column ? [{ value, label: column.label }] : [],
)

function NewRule({ people, filters, isBusy, onAdd }: NewRuleProps) {
  const [field, setField] = useState('time')
  const [how, setHow] = useState('LEAST')
  const [value, setValue] = useState('')
  const [minutes, setMinutes] = useState('0')
  const [whom, setWhom] = useState<AlertWhom['kind']>('ALL')
  const [who, setWho] = useState('')
  const [name, setName] = useState('')
  const [hasSound, setSound] = useState(true)
  const [problem, setProblem] = useState<string | null>(null)
  const column = COLUMNS[field]
  const kind = column?.kind ?? 'text'
  const choices = Object.entries(column?.choices ?? {}).map(([key, label]) => ({ value: key, label }))
  const all = people.all()
  const projects = [...new Set(all.flatMap(({ live }) => live.project ?? []))].sort()
  const persons = all.map(({ id, stats }) => ({ value: String(id), label: stats.userName }))
  const asked =
    kind === 'choice' ? value || (choices[0]?.value ?? '') : kind === 'yesNo' ? value || 'true' : value.trim()

  function when(): RecordFilter {
    if (kind === 'number')
      return { field, operator: 'BETWEEN', values: how === 'MOST' ? ['', asked] : [asked, ''] }
    if (kind === 'choice') return { field, operator: 'ANY_OF', values: [asked] }
    if (kind === 'yesNo') return { field, operator: 'IS', values: [asked] }
    if (how === 'EMPTY') return { field, operator: 'IS_EMPTY', values: [] }
    return { field, operator: how === 'IS' ? 'IS' : 'CONTAINS', values: [asked] }
  }
  function whomOf(): AlertWhom | null {
    if (whom === 'VIEW') return { kind: whom, name: TEXT.thisView, filters: [...filters] }
    if (whom === 'PROJECT') {
      const project = who || projects[0]
      return project ? { kind: whom, project } : null
    }
    if (whom !== 'PERSON') return { kind: 'ALL' }
    const person = persons.find((one) => one.value === who) ?? persons[0]
    return person ? { kind: whom, userID: Number(person.value), name: person.label } : null
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const condition = when()
    const about = whomOf()
    const isNumber = kind !== 'number' || (asked !== '' && Number.isFinite(Number(asked)))
    if (condition.operator !== 'IS_EMPTY' && (asked === '' || !isNumber)) return setProblem(TEXT.noValue)
    const wait = Number(minutes || 0)
    if (!Number.isInteger(wait) || wait < 0 || wait > ALERT_MINUTES_MAX) return setProblem(TEXT.badMinutes)
    if (!about) return setProblem(TEXT.nobody)
    setProblem(null)
    await onAdd({
      id: `own-${crypto.randomUUID().slice(0, 8)}`,
      name: name.trim() || conditionWords(condition).slice(0, ALERT_NAME_MAX),
      ...{ isOn: true, when: condition, forMinutes: wait, whom: about, hasSound },
    })
  }
  return (
    <form className={styles.form} aria-label={TEXT.add} onSubmit={(event) => void submit(event)}>
      <h3>{TEXT.add}</h3>
      <div className={styles.ruleFields}>
        <NativeSelect
          label={TEXT.column}
          value={field}
          data={FIELDS}
          onChange={(event) => {
            setField(event.currentTarget.value)
            setValue('')
          }}
        />
        {kind === 'number' || kind === 'text' ? (
          <NativeSelect
            label={TEXT.comparison}
            value={how}
            data={
              kind === 'number'
                ? [
                    { value: 'LEAST', label: TEXT.least },
                    { value: 'MOST', label: TEXT.most },
                  ]
                : [
                    { value: 'CONTAINS', label: TEXT.has },
                    { value: 'IS', label: TEXT.equals },
                    { value: 'EMPTY', label: TEXT.empty },
                  ]
            }
            onChange={(event) => setHow(event.currentTarget.value)}
          />
        ) : null}
        {kind === 'choice' || kind === 'yesNo' ? (
          <NativeSelect
            label={TEXT.value}
            value={asked}
            data={
              kind === 'choice'
                ? choices
                : [
                    { value: 'true', label: TEXT.yes },
                    { value: 'false', label: TEXT.no },
                  ]
            }
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        ) : how === 'EMPTY' && kind === 'text' ? null : (
          <TextInput
            label={TEXT.value}
            type={kind === 'number' ? 'number' : 'text'}
            step="any"
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        )}
        <TextInput
          label={TEXT.minutes}
          type="number"
          min={0}
          max={ALERT_MINUTES_MAX}
          value={minutes}
          onChange={(event) => setMinutes(event.currentTarget.value)}
        />
        <NativeSelect
          label={TEXT.whom}
          value={whom}
          data={[
            { value: 'ALL', label: TEXT.everybody },
            { value: 'VIEW', label: TEXT.thisView },
            { value: 'PROJECT', label: TEXT.project },
            { value: 'PERSON', label: TEXT.person },
          ]}
          onChange={(event) => {
            setWhom(event.currentTarget.value as AlertWhom['kind'])
            setWho('')
          }}
        />
        {whom === 'PROJECT' || whom === 'PERSON' ? (
          <NativeSelect
            label={whom === 'PROJECT' ? TEXT.project : TEXT.person}
            value={who}
            data={whom === 'PROJECT' ? projects : persons}
            onChange={(event) => setWho(event.currentTarget.value)}
          />
        ) : null}
        <TextInput
          label={TEXT.name}
          value={name}
          maxLength={ALERT_NAME_MAX}
          placeholder={TEXT.nameHint}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </div>
      <Checkbox label={TEXT.sound} checked={hasSound} onChange={() => setSound(!hasSound)} />
      <Problem>{problem}</Problem>
      <FormActions>
        <Button type="submit" loading={isBusy}>
          {TEXT.add}
        </Button>
      </FormActions>
    </form>
  )
}
