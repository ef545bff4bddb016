import { searchable } from '#shared/domain/locale.ts'
import type { Database } from '../../db/database.ts'

/** A good form of an area. */
export const AREA = {
  name: 'Leeds',
  code: 'LDS',
  managerID: null,
  kind: 'OFFICE',
  address: '1 Park Row',
  seats: 20,
  openingHours: [{ weekday: 1, from: '08:00', to: '18:00' }],
} as const

/** Adds an area; gives its id. */
export async function addArea(db: Database, name: string, parentID: number | null = null): Promise<number> {
  const { id } = await db
    .insertInto('areas')
    .values({ name, nameKey: searchable(name), parentID })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Good requests for area 1, which people belong to, and area 2 beside it. */
export const AREA_REQUESTS: Record<string, unknown> = {
  'areas.saveArea': { ...AREA, name: 'Hull' },
  'areas.moveArea': { id: 2, version: 1, parentID: null },
  'areas.mergeAreas': { id: 2, version: 1, into: 1 },
  'areas.deactivateArea': { id: 2, version: 1 },
  'areas.saveClosedDays': { id: 2, version: 1, closedDays: [] },
  'areas.areaPeople': { id: 1 },
  'areas.moveAreaPeople': { people: [2], into: 1 },
}
