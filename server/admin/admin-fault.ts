/** A refusal in words that no call has. */
export class AdminFault extends Error {}
