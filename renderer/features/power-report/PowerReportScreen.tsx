import './mantine-styles.ts'
import { Button, Menu, Modal, TextInput } from '@mantine/core'
import {
  IconArrowLeft,
  IconChartBar,
  IconDots,
  IconPencil,
  IconPlus,
  IconReportAnalytics,
} from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import {
  deletePowerReport,
  powerReportFile,
  type SavedPowerReport,
  savePowerReport,
  sharePowerReport,
  unpinPowerFigure,
} from '#shared/contract/power-report.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON, londonField } from '#shared/domain/london-time.ts'
import { type PowerDefinition, type PowerPage, rulesOf } from '#shared/domain/power-report.ts'
import { READY_FILTERS, READY_REPORT_NAMES } from '#shared/domain/ready-reports.ts'
import { REPORT_NAME_MAX } from '#shared/domain/reports.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Behind } from './Behind.tsx'
import { Definition, Filters } from './Definition.tsx'
import { sent, useOpenReport } from './definition.ts'
import { EndOfShift } from './EndOfShift.tsx'
import { FileButtons } from './FileButtons.tsx'
import { PowerChart } from './PowerChart.tsx'
import styles from './PowerReport.module.css'
import { isComplete, type PowerOptions, usePowerReport, usePowerReports, useReload } from './queries.ts'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import { type Cell, PowerTable } from './Table.tsx'
import { TEXT } from './text.ts'

const CLOCK = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })

/** Tracker › Power report: of the caller alone (spec 4 §4.2.9). */
export const TrackerPowerReport = () => <PowerReportScreen page="TRACKER" />
/** Resource › Power report: of everybody whom a planner plans (spec 4 §4.5.13). */
export const ResourcePowerReport = () => <PowerReportScreen page="RESOURCE" />
/** Supervisor › Reports: ready reports and the power report (spec 4 §4.4.8). */
export const SupervisorReportsScreen = () => <PowerReportScreen page="SUPERVISOR" />

function PowerReportScreen({ page }: { readonly page: PowerPage }) {
  const { data, error, refetch } = usePowerReports(page)
  if (error && !data)
    return <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={styles.page} role="status" aria-label={TEXT.loading}>
        <Skeleton width="100%" height={96} />
        <Skeleton width="100%" height={420} />
      </div>
    )
  return <Reports page={page} options={data} />
}

function Reports({ page, options }: { readonly page: PowerPage; readonly options: PowerOptions }) {
  const at = useOpenReport(page, options)
  if (at.isEndOfShift) return <EndOfShift />
  if (at.isNothing && (page === 'SUPERVISOR' || options.reports.length > 0))
    return <AllReports page={page} reports={options.reports} />
  return (
    <OpenReport key={`${at.saved?.id} ${at.ready} ${at.pin?.id}`} page={page} options={options} at={at} />
  )
}

/** The ready reports, the saved ones, and a new one. */
function AllReports({
  page,
  reports,
}: {
  readonly page: PowerPage
  readonly reports: readonly SavedPowerReport[]
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section className={styles.page} tabIndex={0} aria-label={TEXT.titles[page]}>
      {page === 'SUPERVISOR' ? (
        <>
          <h2 className={styles.heading}>{TEXT.ready}</h2>
          <ul className={styles.cards} aria-label={TEXT.ready}>
            <li>
              <Link to="?end=1">
                <IconReportAnalytics size={20} stroke={1.6} aria-hidden="true" />
                <strong>{TEXT.endOfShift[0]}</strong>
                <span>{TEXT.endOfShift[1]}</span>
              </Link>
            </li>
            {READY_REPORT_NAMES.map((name) => {
              const [title, what] = TEXT.readyReports[name]
              return (
                <li key={name}>
                  <Link to={`?ready=${name}`}>
                    <IconReportAnalytics size={20} stroke={1.6} aria-hidden="true" />
                    <strong>{title}</strong>
                    <span>{what}</span>
                  </Link>
                </li>
              )
            })}
          </ul>
        </>
      ) : null}
      <h2 className={styles.heading}>{TEXT.saved}</h2>
      <ul className={styles.cards} aria-label={TEXT.saved}>
        <li>
          <Link to="?new=1" data-new>
            <IconPlus size={20} stroke={1.6} aria-hidden="true" />
            <strong>{TEXT.newReport}</strong>
            <span>{TEXT.newLead}</span>
          </Link>
        </li>
        {reports.map(({ id, name, isMine, isShared, ownerName, definition }) => (
          <li key={id}>
            <Link to={`?report=${id}`}>
              <IconChartBar size={20} stroke={1.6} aria-hidden="true" />
              <strong>{name}</strong>
              <span>
                {[
                  rulesOf(definition.source).label,
                  isMine ? (isShared ? TEXT.isShared : '') : TEXT.by(ownerName),
                ]
                  .filter((one) => one !== '')
                  .join(' · ')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface OpenReportProps {
  readonly page: PowerPage
  readonly options: PowerOptions
  readonly at: ReturnType<typeof useOpenReport>
}

function OpenReport({ page, options, at }: OpenReportProps) {
  const { saved, ready, pin, definition, isChanged, change } = at
  const { now } = useServices()
  const { data, error, isFetching, isPlaceholderData, refetch } = usePowerReport(page, definition)
  const [cell, setCell] = useState<Cell | null>(null)
  const [isBuilding, setBuilding] = useState(saved === null && ready === null && pin === null)
  const today = londonField(now()).slice(0, 10)
  const title = saved?.name ?? pin?.name ?? (ready ? TEXT.readyReports[ready][0] : TEXT.newReport)
  const isShown = isComplete(definition) && data !== undefined
  const hasParts = page === 'SUPERVISOR' || options.reports.length > 0
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section className={styles.page} tabIndex={0} aria-label={TEXT.titles[page]}>
      <header className={styles.head}>
        {hasParts ? (
          <Link to="?" className={styles.back} aria-label={TEXT.all} title={TEXT.all}>
            <IconArrowLeft size={18} stroke={1.8} aria-hidden="true" />
          </Link>
        ) : null}
        <h2>{title}</h2>
        {isChanged ? <span className={styles.changed}>{TEXT.changed}</span> : null}
        <Actions
          page={page}
          at={at}
          title={title}
          isBuilding={isBuilding}
          onBuild={() => setBuilding(!isBuilding)}
        />
      </header>
      <Filters
        definition={definition}
        options={options}
        onChange={change}
        usual={ready ? READY_FILTERS : page === 'TRACKER' ? ['PROJECT'] : ['PROJECT', 'PERSON']}
        days={{ from: today, to: today }}
      />
      <div className={styles.split} data-building={isBuilding || undefined}>
        {isBuilding ? (
          <section className={styles.side} aria-label={TEXT.build}>
            <Definition definition={definition} options={options} onChange={change} />
          </section>
        ) : null}
        <div
          className={styles.result}
          aria-busy={isFetching || undefined}
          data-old={isPlaceholderData || undefined}
        >
          {!isComplete(definition) ? (
            <EmptyState icon={<IconReportAnalytics size={26} />} title={TEXT.empty} />
          ) : error ? (
            <LoadFailure title={TEXT.runFailed} reason={reasonOf(error)} onRetry={() => void refetch()} />
          ) : !isShown ? (
            <div role="status" aria-label={TEXT.loading}>
              <Skeleton width="100%" height={320} />
            </div>
          ) : data.cells.length === 0 ? (
            <EmptyState icon={<IconReportAnalytics size={26} />} title={TEXT.none} />
          ) : (
            <>
              {definition.chart === 'NONE' || definition.chart === 'HEAT' ? null : (
                <PowerChart report={data} kind={definition.chart} />
              )}
              <div className={styles.paper}>
                <PowerTable
                  report={data}
                  label={title}
                  isHeat={definition.chart === 'HEAT'}
                  onCell={setCell}
                />
                <p className={styles.note}>
                  {TEXT.records(
                    data.records,
                    data.records === 1
                      ? rulesOf(definition.source).words.one
                      : rulesOf(definition.source).words.many,
                  )}
                  {' · '}
                  {TEXT.asOf(CLOCK.format(Date.parse(data.asOf)))}
                  {definition.chart === 'HEAT' ? ` · ${TEXT.heatLead}` : ''}
                </p>
              </div>
            </>
          )}
        </div>
      </div>
      <Behind page={page} definition={definition} title={title} cell={cell} onClose={() => setCell(null)} />
    </section>
  )
}

interface ActionsProps extends Pick<OpenReportProps, 'page' | 'at'> {
  readonly title: string
  readonly isBuilding: boolean
  readonly onBuild: () => void
}

/** What can be done with the report: kept, shared, scheduled, taken away as a file. */
function Actions({ page, at, title, isBuilding, onBuild }: ActionsProps) {
  const { saved, pin, definition, isChanged } = at
  const { api, notices, prompts } = useServices()
  const reload = useReload()
  const [dialog, setDialog] = useState<'name' | 'schedule' | null>(null)
  const isMine = saved?.isMine === true
  const tell = async (does: () => Promise<string>) => {
    try {
      const said = await does()
      await reload()
      notices.show('success', said)
    } catch {
      // Why is told by itself.
    }
  }
  const save = () =>
    tell(async () => {
      if (!saved) return ''
      const { id, version, name } = saved
      await api.call(savePowerReport, { id, version, page, name, definition: sent(definition) })
      at.discard()
      return TEXT.savedNote(name)
    })
  const remove = async () => {
    if (!saved) return
    const question = {
      title: TEXT.removeTitle(saved.name),
      text: TEXT.removeBody,
      yes: TEXT.remove.replace('…', ''),
      no: TEXT.cancel,
    }
    if (!(await prompts.ask(question))) return
    await tell(async () => {
      await api.call(deletePowerReport, { id: saved.id, version: saved.version })
      at.open({})
      return TEXT.removed
    })
  }
  return (
    <div className={styles.actions}>
      {isMine && isChanged ? (
        <>
          <Button size="xs" variant="subtle" color="gray" onClick={at.discard}>
            {TEXT.discard}
          </Button>
          <Button size="xs" onClick={() => void save()}>
            {TEXT.save}
          </Button>
        </>
      ) : null}
      {pin ? (
        <Button
          size="xs"
          variant="default"
          onClick={() =>
            void tell(async () => {
              await api.call(unpinPowerFigure, { id: pin.id })
              at.open({})
              return TEXT.unpinned
            })
          }
        >
          {TEXT.unpin}
        </Button>
      ) : null}
      <Button
        size="xs"
        variant={isBuilding ? 'light' : 'default'}
        aria-pressed={isBuilding}
        leftSection={<IconPencil size={14} aria-hidden="true" />}
        onClick={onBuild}
      >
        {TEXT.build}
      </Button>
      <Files page={page} definition={definition} name={title} />
      <Menu position="bottom-end" shadow="md" withinPortal>
        <Menu.Target>
          <Button size="xs" variant="default" px={8} aria-label={TEXT.more}>
            <IconDots size={16} aria-hidden="true" />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={!isComplete(definition)} onClick={() => setDialog('name')}>
            {TEXT.saveAs}
          </Menu.Item>
          {saved && isMine ? (
            <>
              <Menu.Item
                onClick={() =>
                  void tell(async () => {
                    await api.call(sharePowerReport, {
                      id: saved.id,
                      version: saved.version,
                      isShared: !saved.isShared,
                    })
                    return saved.isShared ? TEXT.unsharedNote : TEXT.sharedNote
                  })
                }
              >
                {saved.isShared ? TEXT.unshare : TEXT.share}
              </Menu.Item>
              <Menu.Item onClick={() => setDialog('schedule')}>{TEXT.schedule}</Menu.Item>
              <Menu.Item color="var(--fw-danger)" onClick={() => void remove()}>
                {TEXT.remove}
              </Menu.Item>
            </>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      <NameDialog
        isOpen={dialog === 'name'}
        page={page}
        definition={definition}
        name={saved || title === TEXT.newReport ? '' : title}
        onClose={() => setDialog(null)}
        onSaved={(id) => at.open({ report: String(id) })}
      />
      {dialog === 'schedule' && saved ? (
        <ScheduleDialog report={saved} onClose={() => setDialog(null)} />
      ) : null}
    </div>
  )
}

function Files({
  page,
  definition,
  name,
}: {
  readonly page: PowerPage
  readonly definition: PowerDefinition
  readonly name: string
}) {
  const { api } = useServices()
  return (
    <FileButtons
      isOff={!isComplete(definition)}
      fetchFile={(type) => api.call(powerReportFile, { page, definition: sent(definition), name, type })}
    />
  )
}

interface NameDialogProps {
  readonly isOpen: boolean
  readonly page: PowerPage
  readonly definition: PowerDefinition
  readonly name: string
  readonly onClose: () => void
  readonly onSaved: (id: number) => void
}

/** Under which name a report is kept as a new one. */
function NameDialog({ isOpen, page, definition, name: first, onClose, onSaved }: NameDialogProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={TEXT.saveAs}
      size={420}
      closeButtonProps={{ 'aria-label': TEXT.close }}
    >
      {isOpen ? (
        <NameForm page={page} definition={definition} name={first} onClose={onClose} onSaved={onSaved} />
      ) : null}
    </Modal>
  )
}

function NameForm({ page, definition, name: first, onClose, onSaved }: Omit<NameDialogProps, 'isOpen'>) {
  const { api, notices } = useServices()
  const reload = useReload()
  const [name, setName] = useState(first)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '' || isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      const { id } = await api.call(
        savePowerReport,
        { page, name, definition: sent(definition) },
        { quiet: true },
      )
      await reload()
      notices.show('success', TEXT.savedNote(name.trim()))
      onClose()
      onSaved(id)
    } catch (error) {
      setProblem(refusalOf(error))
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        data-autofocus
        label={TEXT.name}
        maxLength={REPORT_NAME_MAX}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Problem>{problem}</Problem>
      <FormActions>
        <Button variant="default" onClick={onClose}>
          {TEXT.cancel}
        </Button>
        <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>
          {TEXT.save}
        </Button>
      </FormActions>
    </form>
  )
}
