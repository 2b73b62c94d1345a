"""From pictures to observations: sources, detector, face reader, reader."""
