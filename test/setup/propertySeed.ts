import fc from 'fast-check';

/** Every run tries the same cases, so that what is green stays green; `WAGGLE_PROPERTY_SEED` tries others. */
fc.configureGlobal({ seed: Number(process.env.WAGGLE_PROPERTY_SEED ?? 20261201) });
