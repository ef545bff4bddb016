import './mantine-styles.ts'
import { Button, Menu } from '@mantine/core'
import { IconPlus, IconReportAnalytics } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router-dom'
import type { SavedReport } from '#shared/contract/reports.ts'
import { REPORT_TEMPLATES } from '#shared/domain/report-templates.ts'
import { reasonOf } from '../../services/http/api-client.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Editor, type Sources } from './Editor.tsx'
import { useReports } from './queries.ts'
import styles from './Reports.module.css'
import { ResultView } from './ResultView.tsx'
import { TEXT } from './text.ts'

/** Admin › Report builder: reports, the one that is built, or a result, as the address says (spec 5 §5.6). */
export function ReportsScreen() {
  const [params] = useSearchParams()
  const { data, error, refetch } = useReports()
  const result = Number(params.get('result'))
  if (result > 0) return <ResultView runID={result} />
  if (error && !data)
    return <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={styles.screen} role="status" aria-label={TEXT.loading}>
        <Skeleton width="100%" height={420} />
      </div>
    )
  const begun = params.get('new')
  const id = Number(params.get('report'))
  if (begun !== null) {
    const template = REPORT_TEMPLATES[Number(begun) - 1] ?? null
    return (
      <Editor
        key={`new/${begun}`}
        report={null}
        template={template}
        sources={data.sources}
        roles={data.roles}
      />
    )
  }
  if (id > 0) {
    const report = data.reports.find((one) => one.id === id)
    if (report)
      return <Editor key={id} report={report} template={null} sources={data.sources} roles={data.roles} />
    return (
      <EmptyState title={TEXT.gone}>
        <Link to="?">{TEXT.back}</Link>
      </EmptyState>
    )
  }
  return <List reports={data.reports} sources={data.sources} />
}

const offered = (sources: Sources) =>
  REPORT_TEMPLATES.map((template, place) => ({ ...template, place: place + 1 })).filter(({ definition }) =>
    sources.some(({ name }) => name === definition.source),
  )

function List({ reports, sources }: { readonly reports: readonly SavedReport[]; readonly sources: Sources }) {
  const [, setParams] = useSearchParams()
  const templates = offered(sources)
  const labelOf = (name: string) => sources.find((one) => one.name === name)?.label ?? '–'
  return (
    <section className={styles.screen} aria-labelledby="reports-title">
      <header className={styles.top}>
        <div>
          <h1 id="reports-title">{TEXT.title}</h1>
          <p className={styles.lead}>{TEXT.lead}</p>
        </div>
        {sources.length > 0 ? (
          <Menu position="bottom-end" shadow="md" withinPortal>
            <Menu.Target>
              <Button size="sm" leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />}>
                {TEXT.newReport}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => setParams({ new: '0' })}>{TEXT.blank}</Menu.Item>
              {templates.map(({ name, place }) => (
                <Menu.Item key={name} onClick={() => setParams({ new: String(place) })}>
                  {name}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        ) : null}
      </header>
      {sources.length === 0 ? <EmptyState title={TEXT.noSource} /> : null}
      {reports.length === 0 && sources.length > 0 ? (
        <>
          <p className={styles.none}>{TEXT.none}</p>
          <ul className={styles.templates} aria-label={TEXT.templates}>
            {templates.map(({ name, what, place }) => (
              <li key={name}>
                <Link to={`?new=${place}`}>
                  <IconReportAnalytics size={20} stroke={1.6} aria-hidden="true" />
                  <strong>{name}</strong>
                  <span>{what}</span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {reports.length > 0 ? (
        <ul className={styles.list} aria-label={TEXT.list}>
          {reports.map((report) => (
            <li key={report.id}>
              <Link to={`?report=${report.id}`} aria-label={TEXT.open(report.name)}>
                <strong>{report.name}</strong>
                <span>{labelOf(report.definition.source)}</span>
                <span>{report.isMine ? TEXT.yours : report.ownerName}</span>
                <span>{sharingOf(report)}</span>
                <span data-paused={report.schedule?.paused ? true : undefined}>{scheduleOf(report)}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

function sharingOf({ isShared, roleIDs }: SavedReport): string {
  if (isShared) return TEXT.sharedAll
  return roleIDs.length > 0 ? TEXT.sharedRoles(roleIDs.length) : ''
}

function scheduleOf({ schedule }: SavedReport): string {
  if (!schedule) return ''
  return schedule.paused === null
    ? TEXT.scheduleWords(schedule.every, schedule.day, schedule.at)
    : TEXT.paused
}
