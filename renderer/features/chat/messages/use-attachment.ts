import { useCallback, useEffect, useState } from 'react'
import { downloadAttachment } from '#shared/contract/chat.ts'
import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { useServices } from '../../../services/context.tsx'
import { useChatState } from '../chat-context.tsx'
import { keyOf, type ThreadKey } from '../store/state.ts'

/** Fetches a message's file, for as long as the signal lets it. */
function useFetchFile(message: ChatMessage, threadKey: ThreadKey) {
  const { api } = useServices()
  const thread = useChatState((state) => state.threads.find((row) => keyOf(row) === threadKey))
  const source = thread?.source
  const sourceID = thread?.sourceID
  const { id } = message
  return useCallback(
    async (options: { signal?: AbortSignal; quiet?: boolean }) => {
      if (source === undefined || sourceID === undefined) return null
      return await api.call(downloadAttachment, { id, source, sourceID }, options).catch(() => null)
    },
    [api, id, source, sourceID],
  )
}

/** An image's object URL while it is drawn; `failed` where it couldn't be had. */
export function useImageUrl(
  message: ChatMessage,
  threadKey: ThreadKey,
): { url: string | null; failed: boolean } {
  const fetchFile = useFetchFile(message, threadKey)
  const [state, setState] = useState<{ url: string | null; failed: boolean }>({ url: null, failed: false })
  useEffect(() => {
    const leaving = new AbortController()
    let url: string | null = null
    void fetchFile({ signal: leaving.signal, quiet: true }).then((file) => {
      if (leaving.signal.aborted) return
      url = file && URL.createObjectURL(file.blob)
      setState({ url, failed: url === null })
    })
    return () => {
      leaving.abort()
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [fetchFile])
  return state
}

/** Saves a message's file. The name is the server's. */
export function useDownload(
  message: ChatMessage,
  threadKey: ThreadKey,
): { busy: boolean; start: () => void } {
  const fetchFile = useFetchFile(message, threadKey)
  const [busy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    const file = await fetchFile({})
    setBusy(false)
    if (file) save(file.blob, file.fileName)
  }
  return { busy, start: () => void start() }
}

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken the file over once the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
