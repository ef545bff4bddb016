import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { downloadAttachment } from '#shared/contract/chat.ts'
import type { ChatMessage, ChatThread } from '#shared/contract/chat-entities.ts'
import { useServices } from '../../../services/context.tsx'
import { reasonOf } from '../../../services/http/api-client.ts'
import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'

import { TEXT } from './text.ts'

/** The largest file that is held and laid out in the page, in bytes: more would hold everything else up. Ours. */
export const LAID_OUT_MAX = 20 * 1024 * 1024

interface FileContentProps {
  readonly message: ChatMessage
  readonly thread: ChatThread
  readonly children: (blob: Blob) => ReactNode
}

/** Fetches a whole file for a viewer that needs all of it. */
export function FileContent({ message, thread, children }: FileContentProps) {
  const { api } = useServices()
  const { source, sourceID } = thread
  const file = useQuery({
    queryKey: ['chat-file', message.id],
    retry: false,
    gcTime: 0,
    queryFn: ({ signal }) =>
      api.call(downloadAttachment, { id: message.id, source, sourceID }, { quiet: true, signal }),
  })
  if (file.isPending) return <Loader size="sm" aria-label={TEXT.openPreview} />
  if (file.isError)
    return (
      <LoadFailure
        title={TEXT.loadFailed}
        reason={reasonOf(file.error)}
        onRetry={() => void file.refetch()}
      />
    )
  return children(file.data.blob)
}
