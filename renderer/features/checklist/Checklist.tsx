import './mantine-styles.ts'
import {
  IconCircle,
  IconCircleCheckFilled,
  IconConfetti,
  IconFileTypePdf,
  IconListCheck,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type ChecklistItem, checklistFile } from '#shared/contract/checklist.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { saveFile } from '../../services/page/save-file.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { ProgressCircle } from '../../ui/ProgressCircle.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { UndoLine } from '../../ui/UndoLine.tsx'
import styles from './Checklist.module.css'
import { CHECKLIST_WORDS } from './text.ts'
import { UploadFileDialog } from './UploadFileDialog.tsx'
import { useChecklist } from './use-checklist.ts'

const TIME = dateFormat({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const nameOf = ({ task }: ChecklistItem): string => task.trim() || CHECKLIST_WORDS.untitled

/** A button's name holds all that it shows, in that order. */
const nameAnd = (name: string, more: string): string => [name, more].filter(Boolean).join(' ')

/** What a person has to do once, and what they have done (spec 3 §4). */
export function Checklist() {
  const list = useChecklist()
  if (list.failure) {
    return (
      <LoadFailure
        icon={<IconListCheck size={26} />}
        title={CHECKLIST_WORDS.failed}
        reason={reasonOf(list.failure)}
        onRetry={list.retry}
      />
    )
  }
  if (!list.state) return <Bones />
  const { completedTasks, incompleteTasks } = list.state
  if (completedTasks.length + incompleteTasks.length === 0)
    return <EmptyState icon={<IconListCheck size={26} />} title={CHECKLIST_WORDS.none} />
  return (
    <>
      <Progress done={completedTasks.length} all={completedTasks.length + incompleteTasks.length} />
      <Problem>{list.problem}</Problem>
      <UndoLine
        className={styles.undo}
        said={list.reopened && CHECKLIST_WORDS.back(nameOf(list.reopened))}
        undo={CHECKLIST_WORDS.undo}
        onUndo={() => void list.undo()}
      />
      <Section title={CHECKLIST_WORDS.toDo} count={incompleteTasks.length}>
        {incompleteTasks.length === 0 ? (
          <EmptyState icon={<IconConfetti size={26} />} title={CHECKLIST_WORDS.allDone} />
        ) : (
          <ul className={styles.items} aria-label={CHECKLIST_WORDS.toDo}>
            {incompleteTasks.map((item) => (
              <ToDo
                key={item.id}
                item={item}
                isBusy={list.busyID === item.id}
                onClick={() => void list.complete(item)}
              />
            ))}
          </ul>
        )}
      </Section>
      {completedTasks.length === 0 ? null : (
        <Section title={CHECKLIST_WORDS.completed} count={completedTasks.length}>
          <ul className={styles.items} aria-label={CHECKLIST_WORDS.completed}>
            {completedTasks.map((item) => (
              <Done
                key={item.id}
                item={item}
                isBusy={list.busyID === item.id}
                onClick={() => void list.reopen(item)}
              />
            ))}
          </ul>
        </Section>
      )}
      <UploadFileDialog item={list.uploadFor} onDone={() => void list.uploaded()} onClose={list.giveUp} />
    </>
  )
}

function Progress({ done, all }: { done: number; all: number }) {
  return (
    <div className={styles.progress}>
      <ProgressCircle percent={(done / all) * 100} label={CHECKLIST_WORDS.progress} />
      <div>
        <strong>{CHECKLIST_WORDS.doneOf(done, all)}</strong>
        <p>{CHECKLIST_WORDS.lead}</p>
      </div>
    </div>
  )
}

function Section({
  title,
  count,
  children,
}: {
  readonly title: string
  readonly count: number
  readonly children: ReactNode
}) {
  return (
    <section className={styles.section}>
      <h3>
        {title} <span>{count}</span>
      </h3>
      {children}
    </section>
  )
}

interface ItemProps {
  readonly item: ChecklistItem
  readonly isBusy: boolean
  readonly onClick: () => void
}

function ToDo({ item, isBusy, onClick }: ItemProps) {
  return (
    <li className={styles.item}>
      <button
        type="button"
        className={styles.mark}
        aria-label={nameAnd(
          CHECKLIST_WORDS.complete(nameOf(item)),
          item.taskAction === 'UPLOAD_PDF' ? CHECKLIST_WORDS.needsPdf : '',
        )}
        aria-busy={isBusy}
        onClick={onClick}
      >
        <IconCircle size={24} stroke={1.6} aria-hidden="true" />
        <span className={styles.name}>{nameOf(item)}</span>{' '}
        {item.taskAction === 'UPLOAD_PDF' ? (
          <span className={styles.chip}>
            <IconFileTypePdf size={15} aria-hidden="true" /> {CHECKLIST_WORDS.needsPdf}
          </span>
        ) : null}
      </button>
      {item.description === '' ? null : <p>{item.description}</p>}
    </li>
  )
}

function Done({ item, isBusy, onClick }: ItemProps) {
  const { actionedBy, actionedTime, fileName } = item
  return (
    <li className={styles.item} data-done="true">
      <button
        type="button"
        className={styles.mark}
        aria-label={CHECKLIST_WORDS.reopen(nameOf(item))}
        aria-busy={isBusy}
        onClick={onClick}
      >
        <IconCircleCheckFilled size={24} aria-hidden="true" />
        <span className={styles.name}>{nameOf(item)}</span>
      </button>
      <div className={styles.facts}>
        {actionedTime === null ? null : (
          <small>{CHECKLIST_WORDS.by(actionedBy, TIME.format(new Date(actionedTime)))}</small>
        )}
        {fileName === '' ? null : <FileLink taskID={item.id} fileName={fileName} />}
      </div>
    </li>
  )
}

function FileLink({ taskID, fileName }: { taskID: number; fileName: string }) {
  const { api } = useServices()
  // A failure is told by a notice.
  const download = () => api.call(checklistFile, { taskID }).then(saveFile, () => {})
  return (
    <button
      type="button"
      className={styles.file}
      aria-label={CHECKLIST_WORDS.open(fileName)}
      onClick={() => void download()}
    >
      <IconFileTypePdf size={15} aria-hidden="true" /> {fileName}
    </button>
  )
}

function Bones() {
  return (
    <div className={styles.bones} role="status" aria-label={CHECKLIST_WORDS.loading}>
      {[62, 48, 71, 55].map((width) => (
        <Skeleton key={width} width={`${width}%`} height={18} />
      ))}
    </div>
  )
}
