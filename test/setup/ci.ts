/** Whether this is a CI run, where nothing may be left out: `CI=1`, or `CI=true` as most services set it. */
export const isCi = ['1', 'true'].includes(process.env.CI ?? '');
