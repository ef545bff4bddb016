import { Button, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import {
  TICKET_OPTION_MAX,
  TICKET_OPTIONS_MAX,
  TICKET_QUESTION_MAX,
  TICKET_QUESTIONS_MAX,
  TICKET_TYPE_MAX,
  TICKET_TYPES_MAX,
  type TicketQuestion,
  usualQuestions,
} from '#shared/domain/ticket-guide.ts'
import type { DeskPart, DraftType } from './DeskClocks.tsx'
import { Add, Move, moved, Remove } from './desk-pieces.tsx'
import styles from './HelpCenter.module.css'
import { TEXT } from './text.ts'

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

/** What is wrong with the name of the type at that place; null where nothing is. */
function nameFault(types: readonly DraftType[], at: number): string | null {
  const name = types[at]?.name ?? ''
  if (name.trim() === '') return TEXT.typeNeedsName
  return types.some((other, place) => place !== at && isSame(other.name, name)) ? TEXT.taken : null
}

function questionFault(questions: readonly TicketQuestion[], at: number): string | null {
  const message = questions[at]?.message ?? ''
  if (message.trim() === '') return TEXT.questionNeedsText
  return questions.findIndex((one) => isSame(one.message, message)) < at ? TEXT.questionTwice : null
}

/** Whether each type has a name of its own, and each question a text of its own. */
export const typesFit = (types: readonly DraftType[]): boolean =>
  types.every(
    ({ questions }, at) =>
      nameFault(types, at) === null &&
      questions.every((_question, place) => questionFault(questions, place) === null),
  )

/** What tickets are about, the team that takes each, and what is asked. What was saved is retired, and not taken away. */
export function Types({ desk: { types, teams }, isReadOnly, put }: DeskPart) {
  const inUse = types.filter(({ isRetired }) => !isRetired).length
  return (
    <section aria-label={TEXT.types}>
      <h2>{TEXT.types}</h2>
      <p className={styles.lead}>{TEXT.typesLead}</p>
      <ul className={styles.deskRows}>
        {types.map((type, at) => (
          <TypeRow
            // A new one has no name that stays.
            key={type.was ?? `new ${at}`}
            type={type}
            fault={nameFault(types, at)}
            teams={teams}
            isReadOnly={isReadOnly}
            // One type at least stays in use.
            isLast={!type.isRetired && inUse === 1}
            place={{ at, count: types.length }}
            onChange={(part) => put({ types: types.with(at, { ...type, ...part }) })}
            onMove={(by) => put({ types: moved(types, at, by) })}
            onRemove={() => put({ types: types.toSpliced(at, 1) })}
          />
        ))}
      </ul>
      {isReadOnly || types.length >= TICKET_TYPES_MAX ? null : (
        <Add
          label={TEXT.newType}
          button={TEXT.addType}
          max={TICKET_TYPE_MAX}
          taken={types.map(({ name }) => name)}
          onAdd={(name) => {
            const fresh = { name, team: '', isRetired: false, questions: usualQuestions(name), was: null }
            put({ types: [...types, fresh] })
          }}
        />
      )}
    </section>
  )
}

interface TypeRowProps {
  readonly type: DraftType
  readonly fault: string | null
  readonly teams: readonly string[]
  readonly isReadOnly: boolean
  readonly isLast: boolean
  readonly place: { readonly at: number; readonly count: number }
  readonly onChange: (part: Partial<DraftType>) => void
  readonly onMove: (by: 1 | -1) => void
  readonly onRemove: () => void
}

function TypeRow({
  type,
  fault,
  teams,
  isReadOnly,
  isLast,
  place,
  onChange,
  onMove,
  onRemove,
}: TypeRowProps) {
  const { name, team, isRetired, questions, was } = type
  const [isOpen, setOpen] = useState(false)
  const toggle = (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      aria-expanded={isOpen}
      aria-label={TEXT.questionsButton(questions.length, name)}
      onClick={() => setOpen(!isOpen)}
    >
      {TEXT.questionCount(questions.length)}
    </Button>
  )
  if (isReadOnly)
    return (
      <li className={styles.typeRow} data-retired={isRetired || undefined}>
        <strong>{name}</strong>
        <span>{team === '' ? TEXT.noTeam : team}</span>
        {toggle}
        <span>{isRetired ? TEXT.retired : TEXT.inUse}</span>
        {isOpen ? <Questions name={name} questions={questions} isReadOnly onChange={() => {}} /> : null}
      </li>
    )
  return (
    <li className={styles.typeRow} data-retired={isRetired || undefined}>
      <TextInput
        aria-label={TEXT.nameOf(was ?? name)}
        maxLength={TICKET_TYPE_MAX}
        value={name}
        error={fault}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label={TEXT.teamOf(name)}
        data={[{ value: '', label: TEXT.noTeam }, ...teams]}
        value={team}
        onChange={(event) => onChange({ team: event.currentTarget.value })}
      />
      {toggle}
      {was === null ? (
        <Remove label={TEXT.removeOf(name)} onClick={onRemove} />
      ) : (
        <Switch
          label={isRetired ? TEXT.retired : TEXT.inUse}
          aria-label={TEXT.inUseOf(name)}
          checked={!isRetired}
          disabled={isLast}
          onChange={(event) => onChange({ isRetired: !event.currentTarget.checked })}
        />
      )}
      <Move name={name} {...place} onMove={onMove} />
      {isOpen ? (
        <Questions name={name} questions={questions} onChange={(next) => onChange({ questions: next })} />
      ) : null}
    </li>
  )
}

interface QuestionsProps {
  readonly name: string
  readonly questions: TicketQuestion[]
  readonly isReadOnly?: boolean
  readonly onChange: (questions: TicketQuestion[]) => void
}

/** One a line, as it is kept: without empty ones, each once. */
const optionsIn = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim().slice(0, TICKET_OPTION_MAX))
      .filter((line) => line !== ''),
  ),
]

/** What is asked before somebody writes in their own words. */
function Questions({ name, questions, isReadOnly = false, onChange }: QuestionsProps) {
  return (
    <section className={styles.questions} aria-label={TEXT.questionsOf(name)}>
      {questions.length === 0 ? <p className={styles.hint}>{TEXT.noQuestions}</p> : null}
      <ol>
        {questions.map((question, at) => {
          const put = (part: Partial<TicketQuestion>) =>
            onChange(questions.with(at, { ...question, ...part }))
          const place = at + 1
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a question is what stands in its place
            <li key={at}>
              {isReadOnly ? (
                <p className={styles.read}>
                  {question.message} <small>{question.options.join(' · ') || TEXT.ownWords}</small>
                </p>
              ) : (
                <>
                  <TextInput
                    aria-label={TEXT.questionAt(place)}
                    placeholder={TEXT.question}
                    maxLength={TICKET_QUESTION_MAX}
                    value={question.message}
                    error={questionFault(questions, at)}
                    onChange={(event) => put({ message: event.currentTarget.value })}
                  />
                  <Options
                    label={TEXT.optionsAt(place)}
                    options={question.options}
                    onChange={(options) => put({ options })}
                  />
                  <Move
                    name={TEXT.questionAt(place)}
                    at={at}
                    count={questions.length}
                    onMove={(by) => onChange(moved(questions, at, by))}
                  />
                  <Remove
                    label={TEXT.removeOf(TEXT.questionAt(place))}
                    onClick={() => onChange(questions.toSpliced(at, 1))}
                  />
                </>
              )}
            </li>
          )
        })}
      </ol>
      {isReadOnly || questions.length >= TICKET_QUESTIONS_MAX ? null : (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={15} stroke={1.8} aria-hidden="true" />}
          onClick={() => onChange([...questions, { message: '', options: [] }])}
        >
          {TEXT.addQuestion}
        </Button>
      )}
    </section>
  )
}

interface OptionsProps {
  readonly label: string
  readonly options: readonly string[]
  readonly onChange: (options: string[]) => void
}

/** The answers that are offered, one a line. */
function Options({ label, options, onChange }: OptionsProps) {
  // Empty lines are there while somebody types.
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Textarea
      aria-label={label}
      placeholder={TEXT.optionsHint}
      autosize
      minRows={1}
      maxRows={8}
      value={typed ?? options.join('\n')}
      error={options.length > TICKET_OPTIONS_MAX ? TEXT.tooManyOptions : null}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        onChange(optionsIn(event.currentTarget.value))
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
