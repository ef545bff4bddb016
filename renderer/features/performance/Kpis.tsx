import './mantine-styles.ts'
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { IconTargetArrow } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type * as z from 'zod/mini'
import {
  type Kpi,
  listKpis,
  listTargets,
  previewKpi,
  removeTarget,
  restoreTarget,
  retireKpi,
  saveKpi,
  setTarget,
  type Target,
} from '#shared/contract/performance.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import {
  areBoundsRight,
  KPI_DIRECTIONS,
  KPI_SCOPES,
  KPI_STATUSES,
  type KpiDirection,
  type KpiScope,
  MEASURE_NAMES,
  MEASURES,
  type MeasureName,
} from '#shared/domain/kpi.ts'
import { measureText } from '#shared/domain/measure-text.ts'
import { isOfProjects, targetWords } from '#shared/domain/targets.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageTabs } from '../../ui/PageTabs.tsx'
import { PersonSelect } from '../../ui/PersonSelect.tsx'
import { Problem } from '../../ui/Problem.tsx'
import type { RemoteOption } from '../../ui/RemoteSelect.tsx'
import { UndoLine } from '../../ui/UndoLine.tsx'
import { ProjectImport } from '../record-import/index.ts'
import { areTargetFieldsRight, TargetFields, useTargetDraft } from '../target-form/index.ts'
import { Loaded } from './Loaded.tsx'
import styles from './Performance.module.css'
import { KPI_TEXT as TEXT } from './text.ts'

const DAY = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const dayText = (day: string) => DAY.format(Date.parse(`${day}T00:00:00Z`))

type Read = z.output<typeof listKpis.response>
const KEY = ['kpis'] as const
const TARGETS = ['targets'] as const
const TABS = ['kpis', 'targets'] as const

/** Resource › Performance › Set up KPIs (spec 4 §4.5.17). */
export function KpisScreen() {
  const { api } = useServices()
  const [address] = useSearchParams()
  const tab = address.get('tab') === 'targets' ? 'targets' : 'kpis'
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(listKpis, {}, { quiet: true, signal }),
  })
  return (
    <PageTabs label={TEXT.title} tabs={TABS} current={tab} words={TEXT.tabs}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <section className={styles.page} tabIndex={0} aria-label={TEXT.tabs[tab]}>
        <Loaded query={query}>
          {(read) => (tab === 'kpis' ? <KpiList read={read} /> : <Targets read={read} />)}
        </Loaded>
      </section>
    </PageTabs>
  )
}

function scopeText({ scope, scopeIDs }: Kpi, { choices }: Read): string {
  if (scope === 'ALL') return KPI_SCOPES.ALL
  return choices[scope]
    .filter(({ id }) => scopeIDs.includes(id))
    .map(({ name }) => name)
    .join(', ')
}

function KpiList({ read }: { readonly read: Read }) {
  const { api } = useServices()
  const client = useQueryClient()
  const [edited, setEdited] = useState<Kpi | 'new' | null>(null)
  const [leaving, setLeaving] = useState<Kpi | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const again = () => client.invalidateQueries({ queryKey: KEY })
  const retire = async ({ id, version }: Kpi) => {
    setLeaving(null)
    setProblem(null)
    try {
      await api.call(retireKpi, { id, version }, { quiet: true })
    } catch (error) {
      setProblem(reasonOf(error))
    }
    await again()
  }
  return (
    <>
      <div className={styles.head}>
        <h2>{TEXT.tabs.kpis}</h2>
        <Button onClick={() => setEdited('new')}>{TEXT.add}</Button>
      </div>
      {problem === null ? null : <Problem>{problem}</Problem>}
      {leaving ? (
        <div className={styles.paper} role="alertdialog" aria-label={TEXT.retire}>
          <p>{TEXT.retireAsk(leaving.name)}</p>
          <div className={styles.buttons}>
            <Button variant="default" onClick={() => setLeaving(null)}>
              {TEXT.cancel}
            </Button>
            <Button color="red" onClick={() => void retire(leaving)}>
              {TEXT.retire}
            </Button>
          </div>
        </div>
      ) : null}
      {edited ? (
        <KpiForm
          key={edited === 'new' ? 'new' : edited.id}
          kpi={edited === 'new' ? null : edited}
          read={read}
          onEnd={() => {
            setEdited(null)
            void again()
          }}
        />
      ) : null}
      {read.rows.length === 0 && !edited ? (
        <EmptyState icon={<IconTargetArrow size={26} />} title={TEXT.none} />
      ) : null}
      {read.rows.length > 0 ? (
        <div className={`${styles.paper} ${styles.tableBox}`}>
          <table className={styles.table}>
            <thead>
              <tr>
                {[TEXT.name, TEXT.measure, TEXT.scope].map((label) => (
                  <th key={label} scope="col" className={styles.start}>
                    {label}
                  </th>
                ))}
                {[TEXT.green, TEXT.amber, TEXT.weight, TEXT.validFrom, TEXT.status].map((label) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
                <td />
              </tr>
            </thead>
            <tbody>
              {read.rows.map((kpi) => (
                <tr key={kpi.id}>
                  <th scope="row">{kpi.name}</th>
                  <td className={styles.start}>{MEASURES[kpi.measure].label}</td>
                  <td className={styles.start}>{scopeText(kpi, read)}</td>
                  <td>{measureText(kpi.measure, kpi.green)}</td>
                  <td>{measureText(kpi.measure, kpi.amber)}</td>
                  <td>{kpi.weight}</td>
                  <td>
                    {dayText(kpi.validFrom)}
                    {kpi.validTo === null ? '' : `, ${TEXT.until(dayText(kpi.validTo))}`}
                  </td>
                  <td>{KPI_STATUSES[kpi.status]}</td>
                  <td>
                    {kpi.status === 'RETIRED' || kpi.validTo !== null ? null : (
                      <>
                        <Button size="compact-xs" variant="subtle" onClick={() => setEdited(kpi)}>
                          {TEXT.edit}
                        </Button>
                        {kpi.status === 'ACTIVE' ? (
                          <Button
                            size="compact-xs"
                            variant="subtle"
                            color="red"
                            onClick={() => setLeaving(kpi)}
                          >
                            {TEXT.retire}
                          </Button>
                        ) : null}
                      </>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </>
  )
}

interface KpiFormProps {
  readonly kpi: Kpi | null
  readonly read: Read
  readonly onEnd: () => void
}

function KpiForm({ kpi, read, onEnd }: KpiFormProps) {
  const { api } = useServices()
  const [values, setValues] = useState({
    ...{
      name: kpi?.name ?? '',
      code: kpi?.code ?? '',
      measure: kpi?.measure ?? ('completesPerHour' as MeasureName),
    },
    direction: kpi?.direction ?? ('HIGHER' as KpiDirection),
    ...{ green: String(kpi?.green ?? ''), amber: String(kpi?.amber ?? ''), weight: String(kpi?.weight ?? 1) },
    ...{ scope: kpi?.scope ?? ('ALL' as KpiScope), scopeIDs: kpi?.scopeIDs ?? [], validFrom: read.today },
  })
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const set = (next: Partial<typeof values>) => setValues((before) => ({ ...before, ...next }))
  const { measure, direction, scope, scopeIDs } = values
  const bounds = { direction, green: Number(values.green), amber: Number(values.amber) }
  const isWhole = values.green !== '' && values.amber !== '' && areBoundsRight(bounds)
  const about = { measure, ...bounds, scope, scopeIDs: [...scopeIDs] }
  const preview = useQuery({
    queryKey: ['kpi-preview', about],
    queryFn: ({ signal }) => api.call(previewKpi, about, { quiet: true, signal }),
    enabled: isWhole && (scope === 'ALL' || scopeIDs.length > 0),
  })
  const send = async (status: 'DRAFT' | 'ACTIVE') => {
    setBusy(true)
    setProblem(null)
    try {
      await api.call(
        saveKpi,
        {
          ...{ ...about, status, name: values.name, code: values.code, validFrom: values.validFrom },
          weight: Number(values.weight),
          ...(kpi && { id: kpi.id, version: kpi.version }),
        },
        { quiet: true },
      )
      onEnd()
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send('ACTIVE')
  }
  const isHigher = direction === 'HIGHER'
  return (
    <form
      className={`${styles.paper} ${styles.form}`}
      aria-label={kpi ? kpi.name : TEXT.add}
      onSubmit={submit}
    >
      {problem === null ? null : (
        <div className={styles.whole}>
          <Problem>{problem}</Problem>
        </div>
      )}
      <TextInput
        label={TEXT.name}
        required
        maxLength={100}
        value={values.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextInput
        label={TEXT.code}
        maxLength={20}
        value={values.code}
        onChange={(event) => set({ code: event.currentTarget.value })}
      />
      <NativeSelect
        label={TEXT.measure}
        data={MEASURE_NAMES.map((value) => ({ value, label: MEASURES[value].label }))}
        value={measure}
        onChange={(event) => {
          const next = event.currentTarget.value as MeasureName
          set({ measure: next, direction: MEASURES[next].direction })
        }}
      />
      <NativeSelect
        label={TEXT.direction}
        data={Object.entries(KPI_DIRECTIONS).map(([value, label]) => ({ value, label }))}
        value={direction}
        onChange={(event) => set({ direction: event.currentTarget.value as KpiDirection })}
      />
      <TextInput
        type="number"
        step="any"
        min={0}
        required
        label={isHigher ? TEXT.green : TEXT.greenTo}
        value={values.green}
        onChange={(event) => set({ green: event.currentTarget.value })}
      />
      <TextInput
        type="number"
        step="any"
        min={0}
        required
        label={isHigher ? TEXT.amber : TEXT.amberTo}
        value={values.amber}
        onChange={(event) => set({ amber: event.currentTarget.value })}
      />
      <TextInput
        type="number"
        min={1}
        max={100}
        required
        label={TEXT.weight}
        value={values.weight}
        onChange={(event) => set({ weight: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        required
        label={TEXT.validFrom}
        value={values.validFrom}
        min={read.today}
        onChange={(event) => set({ validFrom: event.currentTarget.value })}
      />
      <NativeSelect
        label={TEXT.scope}
        data={Object.entries(KPI_SCOPES).map(([value, label]) => ({ value, label }))}
        value={scope}
        onChange={(event) => set({ scope: event.currentTarget.value as KpiScope, scopeIDs: [] })}
      />
      {scope === 'ALL' ? null : (
        <fieldset className={`${styles.choices} ${styles.whole}`} aria-label={KPI_SCOPES[scope]}>
          {read.choices[scope].map(({ id, name }) => (
            <Checkbox
              key={id}
              size="xs"
              label={name}
              checked={scopeIDs.includes(id)}
              onChange={(event) =>
                set({
                  scopeIDs: event.currentTarget.checked
                    ? [...scopeIDs, id]
                    : scopeIDs.filter((one) => one !== id),
                })
              }
            />
          ))}
        </fieldset>
      )}
      <p className={`${styles.note} ${styles.whole}`} role="status">
        {preview.data
          ? TEXT.preview(preview.data.green, preview.data.amber, preview.data.red) +
            (preview.data.few > 0 ? TEXT.previewFew(preview.data.few) : '')
          : preview.isFetching
            ? TEXT.previewing
            : ''}
      </p>
      <div className={`${styles.buttons} ${styles.whole}`}>
        <Button variant="default" onClick={onEnd}>
          {TEXT.cancel}
        </Button>
        {kpi?.status === 'ACTIVE' ? null : (
          <Button variant="default" loading={isBusy} onClick={() => void send('DRAFT')}>
            {TEXT.save}
          </Button>
        )}
        <Button type="submit" loading={isBusy}>
          {kpi?.status === 'ACTIVE' ? TEXT.save : TEXT.activate}
        </Button>
      </div>
    </form>
  )
}

const wordsOf = ({ measure, period, value }: Target) => targetWords(measure, period, value)
const whoseOf = ({ person, project }: Target) => person ?? project ?? '–'

/** Targets by person and project; people's are set on Supervisor › Performance, too. */
function Targets({ read }: { readonly read: Read }) {
  const { api, now } = useServices()
  const client = useQueryClient()
  const again = () => client.invalidateQueries({ queryKey: TARGETS })
  const form = useTargetDraft('WEEK')
  const { measure, period, value, from } = form.draft
  const [projectID, setProject] = useState('')
  const [isPersons, setPersons] = useState(false)
  const [person, setPerson] = useState<RemoteOption | null>(null)
  const [removed, setRemoved] = useState<Target | null>(null)
  const query = useQuery({
    queryKey: TARGETS,
    queryFn: ({ signal }) => api.call(listTargets, {}, { quiet: true, signal }),
  })
  const project = projectID || String(read.choices.PROJECT[0]?.id ?? '')
  const isWhole = isPersons ? person !== null : project !== '' && isOfProjects(measure)
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const target = { measure, period, value: Number(value), from }
    const whose = isPersons ? { userID: person?.id ?? null } : { projectID: Number(project) }
    // Why it couldn't be is told by itself, and what was typed stays.
    await api.call(setTarget, { ...target, ...whose }).then(
      () => form.set({ value: '' }),
      () => {},
    )
    await again()
  }
  const move = async (target: Target, isBack: boolean) => {
    await api.call(isBack ? restoreTarget : removeTarget, { id: target.id }).then(
      () => setRemoved(isBack ? null : target),
      () => {},
    )
    await again()
  }
  return (
    <>
      <div className={styles.head}>
        <h2>{TEXT.tabs.targets}</h2>
        <Suspense fallback={null}>
          <ProjectImport />
        </Suspense>
      </div>
      <form
        className={`${styles.paper} ${styles.targetForm}`}
        aria-label={TEXT.addTarget}
        onSubmit={(event) => void add(event)}
      >
        <div className={styles.pair}>
          <NativeSelect
            label={TEXT.targetFor}
            data={Object.entries(TEXT.whose).map(([key, label]) => ({ value: key, label }))}
            value={isPersons ? 'PERSON' : 'PROJECT'}
            onChange={({ currentTarget }) => {
              setPersons(currentTarget.value === 'PERSON')
              if (!isOfProjects(measure)) form.set({ measure: 'completes' })
            }}
          />
          {isPersons ? (
            <PersonSelect label={TEXT.whose.PERSON} value={person} onChange={setPerson} />
          ) : (
            <NativeSelect
              label={TEXT.whose.PROJECT}
              data={read.choices.PROJECT.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={project}
              onChange={({ currentTarget }) => setProject(currentTarget.value)}
            />
          )}
        </div>
        <TargetFields {...form} isOffered={(one) => isPersons || isOfProjects(one)} />
        <div className={styles.buttons}>
          <Button type="submit" disabled={!isWhole || !areTargetFieldsRight(form.draft, now())}>
            {TEXT.addTarget}
          </Button>
        </div>
      </form>
      <UndoLine
        said={removed === null ? null : TEXT.removed(whoseOf(removed), wordsOf(removed))}
        undo={TEXT.undo}
        onUndo={removed === null ? null : () => void move(removed, true)}
      />
      <Loaded query={query}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState icon={<IconTargetArrow size={26} />} title={TEXT.noTargets} />
          ) : (
            <div className={`${styles.paper} ${styles.tableBox}`}>
              <table className={styles.table} aria-label={TEXT.targetsList}>
                <thead>
                  <tr>
                    <th scope="col" className={styles.start}>
                      {TEXT.whom}
                    </th>
                    <th scope="col" className={styles.start}>
                      {TEXT.target}
                    </th>
                    <th scope="col">{TEXT.from}</th>
                    <th scope="col">{TEXT.by}</th>
                    <td />
                  </tr>
                </thead>
                <tbody>
                  {rows.map((target) => (
                    <tr key={target.id}>
                      <th scope="row">{whoseOf(target)}</th>
                      <td className={styles.start}>{wordsOf(target)}</td>
                      <td>
                        {dayText(target.from)}
                        {target.holds ? <div className={styles.note}>{TEXT.holds}</div> : null}
                      </td>
                      <td>{target.by ?? '–'}</td>
                      <td>
                        <Button
                          size="compact-xs"
                          variant="subtle"
                          color="red"
                          aria-label={TEXT.removeOf(whoseOf(target), wordsOf(target))}
                          onClick={() => void move(target, false)}
                        >
                          {TEXT.remove}
                        </Button>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Loaded>
    </>
  )
}
