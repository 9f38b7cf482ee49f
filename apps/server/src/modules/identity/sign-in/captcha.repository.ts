// SQL of used captcha solutions; each solution is accepted for one code.
import type { Queries } from '../../../kit/index.ts';
import type { CaptchaSolution } from '../../../ports/captcha.ts';

type CaptchaTables = { captcha_solutions: { id: string; expires_at: number } };

export const captchaRepository = (queries: Queries) => {
  const db = queries.withTables<CaptchaTables>();
  return {
    /** False when the solution was used before. */
    async use({ id, expiresAt }: CaptchaSolution, now: number): Promise<boolean> {
      await db.deleteFrom('captcha_solutions').where('expires_at', '<=', now).execute();
      const used = await db
        .insertInto('captcha_solutions')
        .values({ id, expires_at: expiresAt })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      return used !== undefined;
    },
  };
};
