import type { ChatCore } from '../core.ts'
import type { ThreadKey } from '../state.ts'
import type { AttachedFile, FileMessage, UploadingFile } from './upload-types.ts'

export type UploadState = ReturnType<typeof createUploadState>

/** Both texts, the first one first. */
export const joined = (first: string, second: string): string =>
  [first, second].filter((one) => one !== '').join('\n')

/** What is attached and what is on its way, kept with the drafts whenever it changes. */
export function createUploadState({ store, drafts }: ChatCore) {
  const attachedTo = (key: ThreadKey) => store.getState().attached[key] ?? []
  const setAttached = (key: ThreadKey, files: readonly AttachedFile[]) => {
    const { [key]: _, ...rest } = store.getState().attached
    store.setState({ attached: files.length === 0 ? rest : { ...rest, [key]: files } })
    hold(key)
  }
  const uploadOf = (id: string) => store.getState().uploads.find((one) => one.id === id)
  /** Null removes it. */
  const setUpload = (upload: FileMessage, next: FileMessage | null) => {
    store.setState(({ uploads }) => ({
      uploads: uploads.flatMap((one) => (one.id !== upload.id ? [one] : next ? [next] : [])),
    }))
    hold(upload.thread)
  }
  const changeFile = (messageID: string, fileID: string, change: Partial<UploadingFile>) =>
    store.setState(({ uploads }) => ({
      uploads: uploads.map((one) =>
        one.id === messageID
          ? { ...one, files: one.files.map((file) => (file.id === fileID ? { ...file, ...change } : file)) }
          : one,
      ),
    }))
  const hold = (key: ThreadKey) => {
    const mine = store.getState().uploads.filter(({ thread }) => thread === key)
    drafts.hold(key, {
      text: mine.map(({ text }) => text).reduce(joined, ''),
      fileNames: [...mine.flatMap(({ files }) => files), ...attachedTo(key)].map(({ file }) => file.name),
    })
  }
  return { attachedTo, setAttached, uploadOf, setUpload, changeFile, hold }
}
