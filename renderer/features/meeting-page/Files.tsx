import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  addMeetingFile,
  downloadMeetingFile,
  type MeetingRecord,
  removeMeetingFile,
} from '#shared/contract/meetings.ts'
import { tooBigText } from '#shared/domain/chat-files.ts'
import { sizeText } from '#shared/domain/documents.ts'
import { MEETING_FILE_MAX_BYTES } from '#shared/domain/meetings.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { saveFile } from '../../services/page/save-file.ts'
import { ChooseFile } from '../../ui/form/ChooseFile.tsx'
import { UploadBar } from '../../ui/form/UploadBar.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './MeetingPage.module.css'
import { TEXT } from './text.ts'
import { MEETINGS_KEY } from './use-meetings.ts'

/** What people put to the meeting, for all of them: read, added, and taken away by who put it there or hosts it. */
export function Files({ meeting: { meetingID, files, state } }: { meeting: MeetingRecord }) {
  const { api, newID } = useServices()
  const client = useQueryClient()
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const attempt = async (run: () => Promise<unknown>) => {
    setProblem(null)
    let isDone = true
    try {
      await run()
    } catch (error) {
      setProblem(reasonOf(error))
      isDone = false
    }
    await client.invalidateQueries({ queryKey: [MEETINGS_KEY] })
    return isDone
  }
  const add = async (chosen: readonly File[]) => {
    if (chosen.some(({ size }) => size > MEETING_FILE_MAX_BYTES))
      return setProblem(tooBigText(MEETING_FILE_MAX_BYTES))
    for (const file of chosen) {
      setShare(0)
      const options = { quiet: true, idempotencyKey: newID(), onProgress: setShare }
      if (!(await attempt(() => api.upload(addMeetingFile, { meetingID, file }, options)))) break
    }
    setShare(null)
  }
  const download = (fileID: number) =>
    attempt(async () => saveFile(await api.call(downloadMeetingFile, { meetingID, fileID }, { quiet: true })))
  const remove = (fileID: number) =>
    attempt(() => api.call(removeMeetingFile, { meetingID, fileID }, { quiet: true }))
  return (
    <section aria-label={TEXT.files}>
      <h3>{TEXT.files}</h3>
      {files.length === 0 ? <p className={styles.about}>{TEXT.noFiles}</p> : null}
      <ul className={styles.people}>
        {files.map(({ fileID, fileName, size, addedBy, mayRemove }) => (
          <li key={fileID}>
            <span className={styles.name}>
              <button
                type="button"
                className={styles.link}
                aria-label={TEXT.download(fileName)}
                onClick={() => void download(fileID)}
              >
                {fileName}
              </button>
              <small>{`${sizeText(size)} · ${addedBy}`}</small>
            </span>
            {mayRemove ? (
              <button
                type="button"
                className={styles.link}
                aria-label={TEXT.removeFile(fileName)}
                onClick={() => void remove(fileID)}
              >
                {TEXT.remove}
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {state === 'CANCELLED' ? null : (
        <div className={styles.addFile}>
          <ChooseFile isMultiple isDisabled={share !== null} onFiles={(chosen) => void add(chosen)}>
            {TEXT.addFiles}
          </ChooseFile>
          {share === null ? null : <UploadBar share={share} label={TEXT.uploading} />}
        </div>
      )}
      <Problem>{problem}</Problem>
    </section>
  )
}
