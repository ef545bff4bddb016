import { Button } from '@mantine/core'
import { IconDownload, IconPaperclip, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useRef, useState } from 'react'
import type { Task, TaskFile } from '#shared/contract/task-entities.ts'
import { addTaskFile, downloadTaskFile, removeTaskFile } from '#shared/contract/tasks.ts'
import { useServices } from '../../../services/context.tsx'
import { reasonOf } from '../../../services/http/api-client.ts'
import { saveFile } from '../../../services/page/save-file.ts'
import { Problem } from '../../../ui/Problem.tsx'
import { fileProblem } from '../add/task-form.ts'
import { refreshTasks } from '../queries.ts'
import { ADD_TEXT, TASK_TEXTS } from '../text.ts'
import styles from './TaskPanel.module.css'

/** The task's files, to 30 MB each (spec 3 §5): read, added by choosing or dropping, removed. */
export function Files({ task }: { task: Task }) {
  const { api, newID } = useServices()
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const attempt = async (run: () => Promise<unknown>) => {
    setProblem(null)
    try {
      await run()
      await refreshTasks(queries)
    } catch (error) {
      setProblem(reasonOf(error))
    }
    setShare(null)
  }
  const add = async (files: readonly File[]) => {
    const wrong = files.map((file) => fileProblem(file, false)).find((one) => one !== null)
    if (wrong) return setProblem(wrong)
    for (const file of files) {
      setShare(0)
      await attempt(() =>
        api.upload(
          addTaskFile,
          { taskID: task.id, file },
          { quiet: true, idempotencyKey: newID(), onProgress: setShare },
        ),
      )
    }
  }
  const remove = ({ fileID }: TaskFile) =>
    attempt(() =>
      api.call(removeTaskFile, { taskID: task.id, fileID }, { quiet: true, idempotencyKey: newID() }),
    )
  const download = ({ fileID }: TaskFile) =>
    attempt(async () =>
      saveFile(await api.call(downloadTaskFile, { taskID: task.id, fileID }, { quiet: true })),
    )
  const drop = (event: DragEvent) => {
    if (!task.mayChange || event.dataTransfer.files.length === 0) return
    event.preventDefault()
    void add([...event.dataTransfer.files])
  }
  return (
    <section
      className={styles.part}
      aria-label={TASK_TEXTS.files}
      onDragOver={(event) => task.mayChange && event.preventDefault()}
      onDrop={drop}
    >
      <h3>{TASK_TEXTS.files}</h3>
      {task.files.length === 0 ? <p className={styles.hint}>{TASK_TEXTS.noFiles}</p> : null}
      <ul className={styles.links}>
        {task.files.map((file) => (
          <li key={file.fileID}>
            <button
              type="button"
              className={styles.linkName}
              aria-label={TASK_TEXTS.download(file.fileName)}
              onClick={() => void download(file)}
            >
              <IconDownload size={15} aria-hidden="true" /> {file.fileName}
            </button>
            <span className={styles.linkStatus}>
              {TASK_TEXTS.size(file.size)} · {file.addedBy}
            </span>
            {task.mayChange ? (
              <button
                type="button"
                className={styles.remove}
                aria-label={TASK_TEXTS.removeFile(file.fileName)}
                onClick={() => void remove(file)}
              >
                <IconX size={15} aria-hidden="true" />
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {task.mayChange ? (
        <>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            aria-label={ADD_TEXT.attach}
            onChange={(event) => {
              void add([...(event.currentTarget.files ?? [])])
              event.currentTarget.value = ''
            }}
          />
          <Button
            size="compact-sm"
            variant="default"
            loading={share !== null}
            leftSection={<IconPaperclip size={15} aria-hidden="true" />}
            onClick={() => input.current?.click()}
          >
            {ADD_TEXT.attach}
          </Button>
          <span className="visually-hidden" role="status">
            {share === null ? '' : ADD_TEXT.uploading(share)}
          </span>
        </>
      ) : null}
      <Problem>{problem}</Problem>
    </section>
  )
}
