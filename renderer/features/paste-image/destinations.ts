import type { Permissions } from '#shared/domain/permissions.ts'

export type Destination = 'somebody' | 'documents'

/** Where the person may put a picture. */
export function destinationsOf({ can, canAll }: Permissions): readonly Destination[] {
  return [
    ...(canAll(['GENERAL_CAN_USE_TEAM_CHAT', 'CHAT_CAN_ADD_ATTACHMENT']) ? (['somebody'] as const) : []),
    ...(can('CAN_USE_DOCUMENTS') ? (['documents'] as const) : []),
  ]
}
