import type { ExperimentalState } from '#shared/domain/experimentals.ts'
import type { Time } from './time.ts'

/** For whom what is experimental is, by its key in the product (spec 5 §5.8). */
export interface ExperimentalTable {
  key: string
  state: ExperimentalState
  percent: number
  /** 'YYYY-MM-DD', the last day. */
  endsOn: string | null
  ownerID: number | null
  version: number
  changedBy: number | null
  changedAt: Time
}

export interface ExperimentalPersonTable {
  key: string
  userID: number
}
export interface ExperimentalRoleTable {
  key: string
  roleID: number
}
export interface ExperimentalAreaTable {
  key: string
  areaID: number
}
