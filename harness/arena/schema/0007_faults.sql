-- A match may have several faults, of which at most one loses it.

CREATE TABLE faults_before AS FROM faults;
DROP TABLE faults;

CREATE TABLE faults (
    match_id   VARCHAR NOT NULL,
    fault_no   SMALLINT NOT NULL,
    hand_no    SMALLINT,
    place      UTINYINT,
    seat       VARCHAR NOT NULL,
    bot        VARCHAR NOT NULL,
    kind       VARCHAR NOT NULL,
    message    VARCHAR NOT NULL,
    substitute VARCHAR,
    forfeits   BOOLEAN NOT NULL,
    evidence   VARCHAR,
    traceback  VARCHAR
);

INSERT INTO faults BY NAME
SELECT faults_before.*, 0 AS fault_no, coalesce(ended_by = 'forfeit', true) AS forfeits
FROM faults_before LEFT JOIN matches USING (match_id);

DROP TABLE faults_before;
