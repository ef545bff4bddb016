import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { type AdvisoryProject, type AdvisoryRow, advisoryProject, whatIf } from '#shared/contract/advisory.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { numberText } from '#shared/domain/locale.ts'
import { LONDON, londonField, momentOfField } from '#shared/domain/london-time.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { Chart } from '../../ui/chart/Chart.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { loadBriefEditor } from '../briefs/index.ts'
import styles from './Advisory.module.css'
import { StatusPart } from './StatusPart.tsx'
import { TEXT } from './text.ts'

const BriefEditor = lazyCode(loadBriefEditor)

const DAY = dateFormat({ day: 'numeric', month: 'short', timeZone: LONDON })
const MOMENT = dateFormat({
  ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  timeZone: LONDON,
})
const WAIT_MS = 300
const dayText = (day: string) => DAY.format(momentOfField(day))
const whole = (value: number) => numberText(Math.round(value))

interface ProjectPanelProps {
  readonly row: AdvisoryRow
  readonly onClose: () => void
}

/** One project: what would help, what if, progress, hours, cells, people, sample. */
export function ProjectPanel({ row, onClose }: ProjectPanelProps) {
  const { api } = useServices()
  const panel = useRef<HTMLElement>(null)
  const mayEdit = useSession(({ permissions }) => permissions.can('PROJECTS_CAN_EDIT_ALL'))
  const { projectID, name } = row
  const { data, error } = useQuery({
    queryKey: ['project-advisory', projectID],
    queryFn: ({ signal }) => api.call(advisoryProject, { projectID }, { quiet: true, signal }),
  })
  useEffect(() => panel.current?.focus(), [])
  return (
    <aside
      ref={panel}
      className={styles.panel}
      tabIndex={-1}
      aria-label={TEXT.panel(name)}
      onKeyDown={(event) => {
        // A dialog that was opened here takes its own Escape: React tells it to the panel, too.
        const dialog = (event.target as Element).closest('[role=dialog]')
        if (event.key !== 'Escape' || dialog?.contains(event.currentTarget) === false) return
        event.stopPropagation()
        onClose()
      }}
    >
      <header>
        <h3>{name}</h3>
        <ActionIcon variant="subtle" color="gray" aria-label={TEXT.close} onClick={onClose}>
          <IconX size={18} />
        </ActionIcon>
      </header>
      <section aria-label={TEXT.advice}>
        {row.advice.length === 0 ? <p>{TEXT.allWell}</p> : row.advice.map((text) => <p key={text}>{text}</p>)}
      </section>
      {mayEdit && data && data.moves.length > 0 ? <StatusPart row={row} data={data} /> : null}
      <WhatIf row={row} />
      {mayEdit ? (
        <section aria-label={TEXT.brief}>
          <h4>{TEXT.brief}</h4>
          <Suspense fallback={<Skeleton width="100%" height={120} />}>
            <BriefEditor projectID={projectID} />
          </Suspense>
        </section>
      ) : null}
      {error ? (
        <Problem>{reasonOf(error)}</Problem>
      ) : data ? (
        <Details data={data} />
      ) : (
        <div role="status" aria-label={TEXT.loading}>
          <Skeleton width="100%" height={240} />
        </div>
      )}
    </aside>
  )
}

interface Values {
  readonly hours: string
  readonly people: string
  readonly rate: string
  readonly end: string
}
const NOTHING: Values = { hours: '', people: '', rate: '', end: '' }

/** Another forecast, as it is typed; nothing is saved. */
function WhatIf({ row }: { readonly row: AdvisoryRow }) {
  const { api, timers, now } = useServices()
  const [values, setValues] = useState(NOTHING)
  const [asked, setAsked] = useState(NOTHING)
  useEffect(() => timers.after(WAIT_MS, () => setAsked(values)), [timers, values])
  const isAsked = Object.values(asked).some((value) => value !== '')
  const { data, error } = useQuery({
    queryKey: ['project-advisory', row.projectID, 'what-if', asked],
    queryFn: ({ signal }) =>
      api.call(
        whatIf,
        {
          projectID: row.projectID,
          hours: Number(asked.hours || 0),
          people: Math.max(0, Math.round(Number(asked.people || 0))),
          rate: asked.rate === '' ? null : Number(asked.rate),
          end: asked.end === '' ? null : asked.end,
        },
        { quiet: true, signal },
      ),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const field = (name: keyof Values, label: string, more: object) => (
    <TextInput
      label={label}
      value={values[name]}
      onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
      {...more}
    />
  )
  return (
    <section aria-label={TEXT.whatIf.title}>
      <h4>
        {TEXT.whatIf.title} <small>{TEXT.whatIf.hint}</small>
      </h4>
      <div className={styles.fields}>
        {field('hours', TEXT.whatIf.hours, { type: 'number', placeholder: '0' })}
        {field('people', TEXT.whatIf.people, { type: 'number', min: 0, placeholder: '0' })}
        {field('rate', TEXT.whatIf.rate, {
          ...{ type: 'number', min: 0, step: 0.1 },
          placeholder: String(Math.round(row.rate * 100) / 100),
        })}
        {field('end', TEXT.whatIf.end, { type: 'date', min: londonField(now()).slice(0, 10) })}
      </div>
      <p role="status" className={styles.result}>
        {isAsked && data && !error
          ? TEXT.whatIf.result(data.forecast.before, data.forecast.after, data.forecast.verdict)
          : ''}
      </p>
      {isAsked && error ? <Problem>{reasonOf(error)}</Problem> : null}
      {isAsked ? (
        <Button size="compact-sm" variant="subtle" onClick={() => setValues(NOTHING)}>
          {TEXT.whatIf.reset}
        </Button>
      ) : null}
    </section>
  )
}

function Details({ data }: { readonly data: AdvisoryProject }) {
  const { curve, hours, cells, people, sample } = data
  const now = curve.findLast(({ completes }) => completes !== null)
  const sum = (of: 'allocated' | 'needed') => hours.reduce((all, one) => all + one[of], 0)
  return (
    <>
      {curve.length === 0 ? null : (
        <Chart
          kind="line"
          title={TEXT.progress}
          summary={TEXT.progressSummary(now?.completes ?? 0, now?.plan ?? 0)}
          rowLabel={TEXT.day}
          series={[
            { key: 'completes', label: TEXT.completes, colour: 'var(--fw-primary)' },
            { key: 'plan', label: TEXT.plan, colour: 'var(--fw-text-3)' },
          ]}
          rows={curve.map(({ day, completes, plan }) => ({
            name: dayText(day),
            values: { completes, plan },
          }))}
          format={whole}
        />
      )}
      {hours.length === 0 ? null : (
        <Chart
          kind="line"
          title={TEXT.hoursTitle}
          summary={TEXT.hoursSummary(sum('allocated'), sum('needed'))}
          rowLabel={TEXT.day}
          series={[
            { key: 'allocated', label: TEXT.allocated, colour: 'var(--fw-primary)' },
            { key: 'needed', label: TEXT.needed, colour: 'var(--fw-text-3)' },
          ]}
          rows={hours.map(({ day, allocated, needed }) => ({
            name: dayText(day),
            values: { allocated, needed },
          }))}
          format={whole}
        />
      )}
      {cells.length === 0 ? null : (
        <Listed
          title={TEXT.cellsTitle}
          heads={[TEXT.cell, TEXT.achieved, TEXT.target, TEXT.state]}
          rows={cells.map(({ label, achieved, target, state, isBehind }) => [
            label,
            whole(achieved),
            whole(target),
            [TEXT.cellStates[state], isBehind ? TEXT.behind : ''].filter(Boolean).join(', '),
          ])}
        />
      )}
      {people.length === 0 ? (
        <p>{TEXT.nobody}</p>
      ) : (
        <Listed
          title={TEXT.peopleTitle}
          heads={[TEXT.person, TEXT.index]}
          rows={people.map(({ name, index }) => [name, whole(index)])}
        />
      )}
      {sample === null ? (
        <p>{TEXT.noSample}</p>
      ) : (
        <Listed
          title={TEXT.sampleTitle}
          note={TEXT.sampleAsOf(MOMENT.format(Date.parse(sample.asOf)))}
          heads={[TEXT.state, '']}
          rows={Object.entries(TEXT.sampleParts).map(([key, label]) => [
            label,
            whole(sample[key as keyof typeof TEXT.sampleParts]),
          ])}
        />
      )}
    </>
  )
}

interface ListedProps {
  readonly title: string
  readonly note?: ReactNode
  readonly heads: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

function Listed({ title, note, heads, rows }: ListedProps) {
  return (
    <section>
      <h4>
        {title} {note === undefined ? null : <small>{note}</small>}
      </h4>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...rest]) => (
            <tr key={first}>
              <th scope="row">{first}</th>
              {rest.map((text, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay in their places
                <td key={at}>{text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
