-- What is stored. Columns and types are those of harness/arena/columns.py.
-- Rows are only ever added, apart from the end of a run and its ratings.

CREATE TABLE belote_schema (
    version    INTEGER NOT NULL,
    name       VARCHAR NOT NULL,
    applied_at TIMESTAMPTZ NOT NULL
);

CREATE TABLE runs (
    run_id          VARCHAR NOT NULL,
    name            VARCHAR NOT NULL,
    rules           VARCHAR NOT NULL,
    config          VARCHAR NOT NULL,
    seed            VARCHAR,
    seed_hash       VARCHAR NOT NULL,
    harness_version VARCHAR NOT NULL,
    python_version  VARCHAR NOT NULL,
    started_at      TIMESTAMPTZ NOT NULL,
    finished_at     TIMESTAMPTZ,
    status          VARCHAR NOT NULL
);

CREATE TABLE bots (
    run_id    VARCHAR NOT NULL,
    name      VARCHAR NOT NULL,
    bot       VARCHAR NOT NULL,
    version   VARCHAR,
    digest    VARCHAR NOT NULL,
    options   VARCHAR NOT NULL,
    author    VARCHAR,
    isolation VARCHAR NOT NULL,
    plugin    VARCHAR NOT NULL
);

CREATE TABLE matches (
    match_id     VARCHAR NOT NULL,
    run_id       VARCHAR NOT NULL,
    pair_id      VARCHAR NOT NULL,
    pairing      INTEGER NOT NULL,
    pair         INTEGER NOT NULL,
    deal_set     UBIGINT NOT NULL,
    leg          UTINYINT NOT NULL,
    ns           VARCHAR NOT NULL,
    ew           VARCHAR NOT NULL,
    first_dealer VARCHAR NOT NULL,
    score_ns     INTEGER NOT NULL,
    score_ew     INTEGER NOT NULL,
    winner       VARCHAR,
    hands        SMALLINT NOT NULL,
    ended_by     VARCHAR NOT NULL
);

CREATE TABLE hands (
    match_id     VARCHAR NOT NULL,
    hand_no      SMALLINT NOT NULL,
    deck         UTINYINT[] NOT NULL,
    dealer       VARCHAR NOT NULL,
    turned       VARCHAR,
    taker        VARCHAR,
    trump        VARCHAR,
    contract     VARCHAR,
    multiplier   UTINYINT NOT NULL,
    bids         VARCHAR NOT NULL,
    declares     VARCHAR,
    plays        UTINYINT[] NOT NULL,
    announced_ns SMALLINT NOT NULL,
    announced_ew SMALLINT NOT NULL,
    declared_ns  SMALLINT NOT NULL,
    declared_ew  SMALLINT NOT NULL,
    belote       VARCHAR,
    points_ns    SMALLINT NOT NULL,
    points_ew    SMALLINT NOT NULL,
    tricks_ns    UTINYINT NOT NULL,
    capot        VARCHAR,
    outcome      VARCHAR NOT NULL,
    held_in      SMALLINT NOT NULL,
    held_out     SMALLINT NOT NULL,
    score_ns     SMALLINT NOT NULL,
    score_ew     SMALLINT NOT NULL,
    think_us_ns  BIGINT NOT NULL,
    think_us_ew  BIGINT NOT NULL
);

CREATE TABLE faults (
    match_id  VARCHAR NOT NULL,
    hand_no   SMALLINT,
    seat      VARCHAR NOT NULL,
    bot       VARCHAR NOT NULL,
    kind      VARCHAR NOT NULL,
    message   VARCHAR NOT NULL,
    evidence  VARCHAR,
    traceback VARCHAR
);

CREATE TABLE ratings (
    run_id          VARCHAR NOT NULL,
    method          VARCHAR NOT NULL,
    bot             VARCHAR NOT NULL,
    elo             DOUBLE,
    lower           DOUBLE,
    upper           DOUBLE,
    se              DOUBLE,
    one_sided       VARCHAR,
    matches         INTEGER NOT NULL,
    wins            INTEGER NOT NULL,
    draws           INTEGER NOT NULL,
    losses          INTEGER NOT NULL,
    score           DOUBLE NOT NULL,
    points_per_hand DOUBLE,
    data_digest     VARCHAR NOT NULL,
    computed_at     TIMESTAMPTZ NOT NULL
);
